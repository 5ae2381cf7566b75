-- The engine answers for the host and places no new machine on it: it was disabled or evacuated there.
alter type host_silence add value 'closed';
