import { join } from 'node:path';
import { cloneDatabase, startTestServer } from 'embedded-supabase/testing';

/** The PostgreSQL of `npm test`: says over its channel where it is, and ends with whom it told. */
const server = await startTestServer(join(import.meta.dirname, '../../supabase/migrations'));
const { stop, ...templates } = server;
// Connected to, a template cannot be cloned.
const types = await cloneDatabase(server.migrated);
process.once('disconnect', () => stop().finally(() => process.exit()));
process.send?.({ templates, types: types.address });
