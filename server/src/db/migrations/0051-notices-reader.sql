alter table notices validate constraint notices_reader;
