-- What became of the mails of a subscriber.
create index concurrently mail_deliveries_incident on mail_deliveries (to_email, id) where kind = 'incident_update';
