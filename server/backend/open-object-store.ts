import { join } from 'node:path';
import { openDataFolder } from 'embedded-supabase/postgres';
import { type ObjectStore, openDiskObjectStore, openS3ObjectStore } from 'embedded-supabase/storage';
import type { Environment } from '../environment.ts';

/**
 * Opens the configured object store: an S3 bucket, or the data folder.
 * @throws Error when the bucket or folder cannot be used
 */
export async function openObjectStore(environment: Environment): Promise<ObjectStore> {
  const folder = join(await openDataFolder(environment.SOUK_DATA), 'storage');
  const { S3_ENDPOINT, S3_BUCKET, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = environment;
  if (!S3_ENDPOINT || !S3_BUCKET || !S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY)
    return openDiskObjectStore(folder);
  const options = {
    endpoint: S3_ENDPOINT,
    bucket: S3_BUCKET,
    region: S3_REGION,
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
  };
  return openS3ObjectStore(options, join(folder, 'incoming'));
}
