-- A closed account can be read, and nothing else. It lies in the row that every charge locks, beside the suspension, so that no
-- deployment can overtake the closing.
alter table ledger_accounts add column closed_at timestamptz;

-- When an operator erased the personal data of a closed account.
alter table accounts add column erased_at timestamptz;

-- Rows of these tables are never changed. What people wrote into them can be erased, in a transaction that says so; no other column
-- ever changes with it.
create or replace function refuse_change() returns trigger language plpgsql as $$
declare
  erasable text[] := case tg_table_name
    when 'transfers' then array['data', 'description']
    when 'audit_entries' then array['detail', 'actor_name', 'address']
    when 'ticket_messages' then array['message', 'author_name']
    when 'agent_calls' then array['arguments', 'client']
    else array[]::text[]
  end;
begin
  if tg_op = 'UPDATE' and current_setting('boreal.erasing', true) = 'on' and to_jsonb(new) - erasable = to_jsonb(old) - erasable then
    return new;
  end if;
  raise exception 'rows of % are never changed: write a new one', tg_table_name;
end $$;
