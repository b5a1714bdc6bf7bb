/** What `--to` of `publish` and `--from` of `pull` take. */
export const SERVER_ADDRESS =
  'postgres://user@host:5432/database; keep the password in PGPASSWORD, PGPASSFILE or ~/.pgpass, since other users can see the arguments of programs';
