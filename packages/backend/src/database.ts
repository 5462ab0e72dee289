export { connectionOptions, type DatabaseAddress, parseDatabaseUrl } from './lib/database-address.ts';
export { type Database, type Identity, openDatabase, type Parameter, type Row } from './lib/db.ts';
export { migrate, requireVersion } from './migrate.ts';
