-- Why an engine last refused a machine there, for operators: one of the port's causes, and the engine's own words where it had any.
alter table placeable_gpus add column refused_cause text;
alter table placeable_gpus add column refused_words text;
