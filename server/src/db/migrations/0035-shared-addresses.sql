-- One public address for all servers of a host: each is reached by ports of it that are forwarded to its machine.
create table shared_addresses (
  host_id text collate "C" primary key references hosts on delete cascade,
  -- What customers connect to.
  ip inet not null,
  -- Where it arrives on the host: another address where a router before it passes the ports on.
  listen_ip inet not null,
  created_at timestamptz not null,
  unique (host_id, ip),
  check (family(ip) = 4 and family(listen_ip) = 4)
);

-- One row a port: it leads to one server at most, whatever else goes wrong, whichever hosts share the address.
create table public_ports (
  ip inet not null,
  port integer not null check (port between 1024 and 65535),
  host_id text collate "C" not null,
  server_id text collate "C",
  -- The server's own port that it leads to.
  protocol firewall_protocol check (protocol <> 'icmp'),
  guest_port integer check (guest_port between 1 and 65535),
  taken_at timestamptz,
  released_at timestamptz,
  primary key (ip, port),
  foreign key (host_id, ip) references shared_addresses (host_id, ip) on delete cascade,
  check (num_nulls(server_id, protocol, guest_port, taken_at) in (0, 4))
);
create unique index public_ports_holder on public_ports (server_id, host_id, protocol, guest_port) where server_id is not null;
create index public_ports_free on public_ports (host_id, released_at nulls first, port) where server_id is null;

-- Beside ipv4: the port of it on which the server's SSH is reached; null: its own, on an address of its own.
alter table servers add column ssh_port integer;
