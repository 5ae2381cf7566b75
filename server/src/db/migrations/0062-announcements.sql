-- What operators tell customers of what is new: a third kind, of which nothing is broken.
alter table incidents drop constraint incidents_kind_check;
alter table incidents add constraint incidents_kind_check check (kind in ('incident', 'maintenance', 'announcement')) not valid;
