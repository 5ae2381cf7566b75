-- What banks took back although the customer had spent it: a loss of the house, told apart from what it earned. A new value of
-- an enumeration cannot be used in the transaction that adds it, so the enumeration is made anew.
alter table ledger_accounts drop constraint ledger_accounts_check;
alter type ledger_account_kind rename to ledger_account_kind_before;
create type ledger_account_kind as enum ('customer_credit', 'revenue', 'cash', 'tax', 'promo', 'loss');
alter table ledger_accounts alter column kind type ledger_account_kind using kind::text::ledger_account_kind;
alter table ledger_accounts add constraint ledger_accounts_check check ((kind = 'customer_credit') = (balance_micros is not null));
drop type ledger_account_kind_before;
insert into ledger_accounts (id, kind) values ('loss', 'loss');

-- Until now losses were taken from revenue: those that stand are moved over, in the period in which they were made.
alter table payment_refunds add column loss_micros bigint not null default 0;
update payment_refunds r set loss_micros = t.amount_micros
from transfers t where t.key = 'card-refund:' || r.id || ':loss' and r.status <> 'failed';
insert into transfers (id, key, type, debit_account_id, credit_account_id, amount_micros, account_id, balance_after_micros,
  server_id, description, request_id, created_at)
select t.id || 'L', 'card-refund:' || r.id || ':loss-moved', t.type, 'loss', 'revenue', r.loss_micros, null, null, null,
  t.description, t.request_id, t.created_at
from payment_refunds r join transfers t on t.key = 'card-refund:' || r.id || ':loss' where r.loss_micros > 0;
alter table payment_refunds alter column loss_micros drop default;
alter table payment_refunds add constraint payment_refunds_loss check (loss_micros >= 0 and credit_micros + loss_micros <= net_micros);
