import { join, resolve } from 'node:path';
import { endOrphan } from './pid-file.ts';

/** `node backend/postgres/end-orphan-command.ts <data folder>`: stops the server of a killed store. */
await endOrphan(join(resolve(process.argv[2] ?? ''), 'postgres'));
