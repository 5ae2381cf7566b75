-- An answer that tells a secret is not kept: only that the request was done, and what it made. Who got an answer is who may
-- have it repeated; null in what was kept before.
alter table idempotency_keys
  add column actor_id text collate "C",
  add column made_id text collate "C",
  alter column body drop not null;

-- What was kept of such answers until now: new keys of people and agents, private SSH keys, links to a serial console.
update idempotency_keys set made_id = body #>> '{data,id}', body = null
where operation in ('POST /v1/api-keys', 'POST /mcp-keys', 'POST /settings/ssh-keys/generate', 'POST /servers/:id/console-link')
  or body::text like any (array['%gpu\_%', '%svc\_mcp\_%', '%PRIVATE KEY%']);

alter table idempotency_keys add check (made_id is null or body is null);
