export { passwordOfAuthenticator } from './lib/authenticator-password.ts';
export { type DatabaseAddress, parseDatabaseUrl } from './lib/database-address.ts';
export { type Database, type Identity, openDatabase, type Parameter } from './lib/db.ts';
export { identifier, openPool, type Pool, type Row, type Session, type Sql } from './lib/sql.ts';
export { migrate, requireVersion } from './migrate.ts';
export {
  changedMigrations,
  pendingMigrations,
  readMigrations,
  recordedMigrations,
  recordMigration,
  requireKnown,
} from './recorded-migrations.ts';
