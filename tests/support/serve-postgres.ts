import { join } from 'node:path';
import { cloneDatabase, startTestServer } from 'embedded-supabase/testing';

/** The PostgreSQL of `npm test`: sends its address over the IPC channel, and ends with its parent. */
const server = await startTestServer(join(import.meta.dirname, '../../supabase/migrations'));
const { stop, ...templates } = server;
// A template with open connections cannot be cloned.
const types = await cloneDatabase(server.migrated);
process.once('disconnect', () => stop().finally(() => process.exit()));
process.send?.({ templates, types: types.address });
