import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Target } from './load.ts';
import { get, type RunningStore } from './running-store.ts';

export interface BareServer extends Target {
  stop(): Promise<void>;
}

/** Baseline: a bare server, in its own process, that sends the bytes and headers of a store's page. */
export async function startBareServer(store: RunningStore, path: string): Promise<BareServer> {
  const { body, headers } = await get(store, path, { 'accept-encoding': 'br' });
  const folder = await mkdtemp(join(tmpdir(), 'souk-bench-page-'));
  const file = join(folder, 'page');
  await writeFile(file, body);
  const child = fork(import.meta.filename, [file, JSON.stringify(headers)]);
  const [port] = await once(child, 'message');
  await rm(folder, { recursive: true, force: true });
  return {
    port,
    pid: child.pid ?? 0,
    async stop() {
      child.disconnect();
      await once(child, 'exit');
    },
  };
}

if (import.meta.main) {
  const [file = '', headersJson = '{}'] = process.argv.slice(2);
  const body = await readFile(file);
  const headers = { ...(JSON.parse(headersJson) as Record<string, string>), 'content-length': body.length };
  const server = createServer((_request, response) => {
    response.writeHead(200, headers);
    response.end(body);
  });
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
  process.on('disconnect', () => process.exit(0));
}
