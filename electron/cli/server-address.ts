/** What `--to` of `publish` and `--from` of `pull` take. */
export const SERVER_ADDRESS =
  'postgres://user@host:5432/database; the password better stands in PGPASSWORD, PGPASSFILE or ~/.pgpass, for other users see the arguments of programs';
