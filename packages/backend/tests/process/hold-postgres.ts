import { type EmbeddedPostgres, startPostgres } from '../../src/postgres/embedded.ts';

/** Runs an embedded PostgreSQL on the folder that it is told, says where it is, and waits to be ended. */
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
// Whoever reads this may end it at once.
process.stdout.write(`${JSON.stringify({ address: server.address, pid: server.pid })}\n`);
