import { join, resolve } from 'node:path';
import { endOrphan } from './pid-file.ts';

/** `node backend/postgres/end-orphan-command.ts <data folder>`, for whoever saw the store being killed. */
await endOrphan(join(resolve(process.argv[2] ?? ''), 'postgres'));
