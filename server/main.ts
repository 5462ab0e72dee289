import './production.ts';

import { existsSync } from 'node:fs';
import { readEnvironment } from './environment.ts';
import { currentRequestId } from './http/request-log.ts';
import { createLogger } from './operations/logger.ts';
import { type RunningServer, startServer } from './server.ts';
import { print } from './terminal.ts';
import { welcome } from './welcome.ts';

async function main(): Promise<void> {
  if (existsSync('.env')) process.loadEnvFile('.env');
  const environment = readEnvironment(process.env);
  const log = createLogger(environment.SOUK_LOG, () => ({ requestId: currentRequestId() }));
  const stop = stopOnSignals();
  // A failed background task must not stop the stores.
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'nobody waited for what failed'));
  const store = await startServer(environment, { log, onProgress: print });
  stop.when(store);
  process.send?.({ port: store.port });
  print(await welcome(environment, store, log));
  const reason = await store.failed;
  print(`The store cannot go on: ${reason}`);
  await store.close().catch(() => {});
  process.exit(1);
}

/** Shuts down gracefully on a signal; a second signal exits at once. */
function stopOnSignals() {
  let running: RunningServer | undefined;
  let stopping = false;
  const stop = async (signal: NodeJS.Signals) => {
    if (stopping) process.exit(1);
    stopping = true;
    print(signal === 'SIGINT' ? '\nStopping…' : 'Stopping…');
    try {
      await running?.close();
      process.exit(0);
    } catch (error) {
      print(`The store did not stop as it should: ${error instanceof Error ? error.message : String(error)}`);
      process.exit(1);
    }
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, (name) => void stop(name));
  // The parent process is gone and can no longer forward signals.
  process.once('disconnect', () => void stop('SIGTERM'));
  return {
    when(store: RunningServer) {
      running = store;
    },
  };
}

main().catch((error: unknown) => {
  print(error instanceof Error ? error.message : String(error));
  process.exit(1);
});
