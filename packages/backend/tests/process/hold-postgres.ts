import { type EmbeddedPostgres, startPostgres } from '../../src/postgres/embedded.ts';

/** Runs an embedded PostgreSQL on a given folder, prints its address, and waits to be killed. */
let server: EmbeddedPostgres | undefined;
process.once('SIGTERM', async () => {
  await server?.stop();
  process.exit(0);
});
server = await startPostgres({ dataDir: process.argv[2] ?? '' }).catch((error: Error) => {
  process.stderr.write(error.message);
  process.exit(1);
});
process.once('SIGUSR2', () => {
  throw new Error('an error that nobody caught');
});
// The reader of this line may kill it at once.
process.stdout.write(`${JSON.stringify({ address: server.address, pid: server.pid })}\n`);
