-- What a GPU's exporter last said of errors that stay (contract: GpuHealth), so that a GPU that was released is not set aside again
-- for the same ones. Null: nothing yet, or another GPU is in the slot.
alter table gpus add column health jsonb;
