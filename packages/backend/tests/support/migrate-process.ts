import { openPool } from '../../src/lib/sql.ts';
import { migrate } from '../../src/migrate.ts';
import { AUTHENTICATOR_PASSWORD } from './test-server.ts';

/** Migrates a database in a process that a test may kill. */
const [address = '', migrationsDir = ''] = process.argv.slice(2);
const owner = openPool(JSON.parse(address), 1);
await migrate(owner, { migrationsDir, authenticatorPassword: AUTHENTICATOR_PASSWORD });
await owner.end();
