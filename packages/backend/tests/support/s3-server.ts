import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';
import type { S3Options } from '../../src/storage/s3-object-store.ts';

export interface S3Server {
  options: S3Options;
  /** Folder of the bucket's objects. */
  folder: string;
  close(): Promise<void>;
}

/** Starts an S3 server with an empty bucket on a free port. It accepts one key, and stores objects in a folder. */
export async function startS3Server(port = 0): Promise<S3Server> {
  const directory = await mkdtemp(join(tmpdir(), 's3-server-'));
  const bucket = 'files';
  const server = new S3rver({
    address: '127.0.0.1',
    port,
    directory,
    silent: true,
    vhostBuckets: false,
    // It signs another path for a bucket than Amazon's client does.
    allowMismatchedSignatures: true,
    configureBuckets: [{ name: bucket }],
  });
  const { port: taken } = (await server.run()) as AddressInfo;
  const options = {
    endpoint: `http://127.0.0.1:${taken}`,
    bucket,
    region: 'us-east-1',
    accessKeyId: 'S3RVER',
    secretAccessKey: 'S3RVER',
  };
  return {
    options,
    folder: join(directory, bucket),
    async close() {
      if (server.httpServer.listening) {
        server.httpServer.closeAllConnections();
        await server.close();
      }
      await rm(directory, { recursive: true, force: true });
    },
  };
}
