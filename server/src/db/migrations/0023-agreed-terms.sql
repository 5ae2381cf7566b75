-- Which terms and privacy policy a person has agreed to when they signed up, and when. Null: from before they were asked, or made
-- by whoever runs the place.
alter table users
  add column terms_version text,
  add column terms_accepted_at timestamptz,
  add constraint users_terms check ((terms_version is null) = (terms_accepted_at is null));
