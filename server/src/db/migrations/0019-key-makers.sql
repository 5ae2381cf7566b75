-- A key has a maker: the person of the account who made it, and takes it along when they leave. Null: whoever runs the place made
-- it, and it stands for the account itself.
alter table api_keys add column maker_id text collate "C" references users;

-- Who made a key is in the audit log. Where they have left since, or may not make keys any more, it is the account's first owner's.
with made as (
  select k.id, k.account_id, a.actor_id
  from api_keys k
  left join audit_entries a on a.account_id = k.account_id and a.target = k.id and a.action = 'key.created' and a.actor_type = 'user'
), kept as (
  select made.id, coalesce(
    (select m.user_id from memberships m
      left join agent_keys g on g.key_id = made.id
      where m.account_id = made.account_id and m.user_id = made.actor_id
        and (m.role = 'owner' or (m.role = 'developer' and not coalesce(g.may_charge, false)))),
    (select m.user_id from memberships m
      where m.account_id = made.account_id and m.role = 'owner' order by m.created_at, m.user_id limit 1)
  ) as maker_id
  from made
)
update api_keys k set maker_id = kept.maker_id from kept where kept.id = k.id and kept.maker_id is not null;

create index api_keys_maker on api_keys (account_id, maker_id) where maker_id is not null and revoked_at is null;
