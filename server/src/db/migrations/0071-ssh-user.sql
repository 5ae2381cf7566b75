-- Whom a server's machine was made to let in, whatever its image says later; null: still the image's user, from before this was kept.
alter table servers add column ssh_user text;
