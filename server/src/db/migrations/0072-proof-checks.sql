-- Every check of a proof, for operators who look at the newest one; and when one asked for another, in real time, until it is made.
alter table ledger_proofs add column checks jsonb, add column asked_at timestamptz;
