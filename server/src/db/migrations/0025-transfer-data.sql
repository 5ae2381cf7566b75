-- A transfer says as data what it is for; its words are found when it is read. Transfers of before have their description and no data.
-- Not valid: of them it is known, and nobody has to wait while they are read.
alter table transfers
  add column data jsonb,
  alter column description drop not null,
  add constraint transfers_told check ((data is null) <> (description is null)) not valid;
