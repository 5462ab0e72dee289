import { join, resolve } from 'node:path';
import { endOrphan } from 'embedded-supabase/postgres';

/** `node scripts/end-orphan.ts <data folder>`: stops the database server of a killed store. */
await endOrphan(join(resolve(process.argv[2] ?? ''), 'postgres'));
