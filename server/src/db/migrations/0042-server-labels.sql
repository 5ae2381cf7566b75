-- What people call a server besides its name. Whoever lists an account's servers reads all its labels at once.
create table server_labels (
  account_id text collate "C" not null references accounts,
  server_id text collate "C" not null references servers,
  key text collate "C" not null,
  value text not null,
  primary key (account_id, server_id, key)
);

-- Apart from the server's row, which is written anew with every step of its life.
create table server_notes (
  server_id text collate "C" primary key references servers,
  note text not null
);
