-- What is too old is deleted every hour. A BRIN index never forgets what a range of pages once had: once the oldest have gone and their
-- pages are used again, it leads to the whole table, and each hour would read all of it.
create index concurrently readings_time on readings (at);
