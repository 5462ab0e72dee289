import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { cloneDatabase, startTestServer } from 'embedded-supabase/testing';

/**
 * The PostgreSQL of `npm test`: sends its address over the IPC channel, and ends with its parent, after which it removes
 * the run's temporary folder, its argument.
 */
const [, , folder = ''] = process.argv;
const server = await startTestServer(join(import.meta.dirname, '../../supabase/migrations'));
const { stop, ...templates } = server;
// A template with open connections cannot be cloned.
const types = await cloneDatabase(server.migrated);
process.once('disconnect', async () => {
  await stop().finally(() => rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }));
  process.exit();
});
process.send?.({ templates, types: types.address });
