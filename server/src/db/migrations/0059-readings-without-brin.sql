drop index readings_at;
