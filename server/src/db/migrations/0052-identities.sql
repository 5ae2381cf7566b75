-- An account elsewhere (Google, GitHub) signs somebody in: one row of `credentials` whose provider is its name. No token of it is kept.

-- What the person calls that account; null for a password.
alter table credentials add column label text;
