import { randomBytes } from 'node:crypto';
import type { DatabaseAddress } from '../../src/lib/database-address.ts';
import { openDatabase } from '../../src/lib/db.ts';
import { secretsInFolder } from '../../src/lib/secrets.ts';
import { createStorage } from '../../src/storage/storage.ts';

interface Settings {
  address: DatabaseAddress;
  password: string;
  dataDir: string;
}

/** Uploads, replaces and removes endlessly, and prints the name of every acknowledged new object. */
const { address, password, dataDir } = JSON.parse(process.argv[2] ?? '{}') as Settings;
const database = openDatabase({ address, authenticatorPassword: password });
const log = { info: () => {}, warn: () => {}, error: () => {} };
const storage = await createStorage({
  database,
  secrets: secretsInFolder(dataDir),
  dataDir,
  log,
  now: () => new Date(),
});

async function send(method: string, name: string): Promise<boolean> {
  const path = `/object/k/${name}`;
  const url = new URL(`http://local${path}`);
  const request = new Request(url, {
    method,
    ...(method === 'DELETE' ? {} : { body: randomBytes(100_000) }),
    headers: { 'content-type': 'application/octet-stream' },
  });
  const response = await storage.fetch(request, {
    path,
    url,
    ip: '127.0.0.1',
    token: undefined,
    tokenFailure: undefined,
    identity: { role: 'service_role', claims: {} },
    requestId: 'kill',
  });
  return response.ok;
}

await Promise.all(
  Array.from({ length: 8 }, async (_, worker) => {
    for (let i = 0; ; i += 1) {
      const name = `${worker}-${i}.bin`;
      if (await send('POST', name)) process.stdout.write(`${name}\n`);
      await send('PUT', `replaced-${worker % 2}.bin`);
      await send('PUT', `removed-${worker}.bin`);
      await send('DELETE', `removed-${worker}.bin`);
    }
  }),
);
