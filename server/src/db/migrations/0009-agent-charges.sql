-- The key that charged the card: what has not failed of a month counts against its caps. A counter beside the key would
-- count what is declined.
alter table payments add column agent_key_id text collate "C" references agent_keys;
create index payments_agent_key on payments (agent_key_id, created_at) where agent_key_id is not null;
alter table agent_keys drop column charge_month_start, drop column month_charged_micros;
