-- A line of the activity log is told in its reader's language: `message` is English. Lines of before have no other.
alter table server_events add column message_fr text;
