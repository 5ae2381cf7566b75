-- The runs of an account in a span, ended ones too: for its costs and its groups of transactions, all runs of everybody were read.
create index concurrently clock_runs_account_time on clock_runs (account_id, stops_at);
