import { serveBackend } from '../../src/serve.ts';

/** A standalone backend with its own PostgreSQL, in a process that a test may kill. Reports its memory on request. */
const [dataDir = '', migrationsDir = ''] = process.argv.slice(2);
const served = await serveBackend({ port: 0, dataDir, migrationsDir, ownerPoolSize: 2 });
await served.backend.database.owner.unsafe(`
  create table if not exists public.kept (id int primary key, body text);
  grant all on public.kept to anon, authenticated, service_role;
  notify pgrst, 'reload schema'`);
process.on('message', (message) => {
  if (message !== 'memory') return;
  globalThis.gc?.();
  process.send?.({ heap: process.memoryUsage().heapUsed });
});
process.once('SIGTERM', async () => {
  await served.close();
  process.exit(0);
});
process.send?.({ url: served.url, publishableKey: served.backend.publishableKey });
