-- Why a server is being given up whose machine has still to be switched off: its money and its status follow when it is off.
alter table servers add column giving_up text check (giving_up in ('BOOT_FAILED', 'DEADLINE_PASSED'));
-- The drained host that a server which runs is leaving: the rest of its hour is refunded when its machine is off there.
alter table servers add column moving_from text references hosts;
