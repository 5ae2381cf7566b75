-- Names from before characters that nobody sees were refused: what is shown is what is kept, so that a server is deleted by the name
-- that one reads. U+200D and U+FE0F stay here, because emoji are made with them.
create function pg_temp.as_read(name text) returns text language sql immutable as $$
  select coalesce(nullif(btrim(regexp_replace(name, '[\u0001-\u001F\u007F-\u009F\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B\u200C\u200E\u200F\u2028-\u202E\u2060-\u206F\u2800\u3164\uFE00-\uFE0E\uFEFF\uFFA0\uFFF0-\uFFFB\U0001BCA0-\U0001BCA3\U0001D173-\U0001D17A\U000E0000-\U000E0FFF]', '', 'g')), ''), '?')
$$;
create function pg_temp.is_unseen(name text) returns boolean language sql immutable as $$
  select name ~ '[\u0001-\u001F\u007F-\u009F\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B\u200C\u200E\u200F\u2028-\u202E\u2060-\u206F\u2800\u3164\uFE00-\uFE0E\uFEFF\uFFA0\uFFF0-\uFFFB\U0001BCA0-\U0001BCA3\U0001D173-\U0001D17A\U000E0000-\U000E0FFF]'
$$;

update servers set name = pg_temp.as_read(name) where pg_temp.is_unseen(name);
update api_keys set name = pg_temp.as_read(name) where pg_temp.is_unseen(name);
update ssh_keys set name = pg_temp.as_read(name) where pg_temp.is_unseen(name);
update passkeys set name = pg_temp.as_read(name) where pg_temp.is_unseen(name);
update users set name = pg_temp.as_read(name) where pg_temp.is_unseen(name);
update accounts set name = pg_temp.as_read(name) where pg_temp.is_unseen(name);
update accounts set company = pg_temp.as_read(company) where pg_temp.is_unseen(company);
update accounts set address_line1 = pg_temp.as_read(address_line1) where pg_temp.is_unseen(address_line1);
update accounts set address_line2 = pg_temp.as_read(address_line2) where pg_temp.is_unseen(address_line2);
update accounts set city = pg_temp.as_read(city) where pg_temp.is_unseen(city);
update tickets set subject = pg_temp.as_read(subject) where pg_temp.is_unseen(subject);
