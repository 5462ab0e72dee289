import { createReadStream } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import {
  CopyObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  ListObjectsCommand,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import {
  isVersion,
  type ObjectStore,
  ObjectStoreFull,
  ObjectStoreUnavailable,
  openSpool,
  placeOf,
} from './object-store.ts';

/** A bucket on Amazon S3 or a compatible server. */
export interface S3Options {
  /** Origin of the service, such as `https://s3.eu-central-1.amazonaws.com`. */
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

const FOLDER = 'objects';
/** The protocol's limit per request. */
const REMOVE_BATCH = 1000;
/** Uploads up to this size are buffered, so that they can be retried. */
const MAX_BUFFERED = 8 * 1024 * 1024;
/** Response timeout in milliseconds. */
const TIMEOUT_MS = 10_000;
/** Response timeout of an upload. */
const UPLOAD_TIMEOUT_MS = 120_000;

/**
 * Stores each version as an object `objects/ab/ab12…`. Uploads are spooled to a file first, so that the bucket contains
 * complete objects only.
 *
 * @param spoolFolder a local folder, which processes may share
 * @throws Error when the bucket cannot be used
 */
export async function openS3ObjectStore(options: S3Options, spoolFolder: string): Promise<ObjectStore> {
  const { endpoint, bucket, region, accessKeyId, secretAccessKey } = options;
  const s3 = new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    // Compatible with all S3 servers: bucket in the path, no Amazon-specific checksums.
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: TIMEOUT_MS / 2,
      requestTimeout: TIMEOUT_MS,
      throwOnRequestTimeout: true,
    },
  });
  await requireBucket(s3, options);
  const spool = await openSpool(spoolFolder);
  const keyOf = (version: string) => {
    const { shard, name } = placeOf(version);
    return `${FOLDER}/${shard}/${name}`;
  };

  return {
    async write(version, source) {
      const key = keyOf(version);
      const { file, size, etag } = await spool.receive(version, source);
      try {
        // The client retries buffers, but not streams.
        const Body = size <= MAX_BUFFERED ? await readFile(file) : createReadStream(file);
        const put = new PutObjectCommand({ Bucket: bucket, Key: key, Body, ContentLength: size });
        await mapErrors(s3.send(put, { requestTimeout: UPLOAD_TIMEOUT_MS }));
      } finally {
        await rm(file, { force: true });
      }
      return { size, etag };
    },
    async open(version, part) {
      const range = part ? { Range: `bytes=${part.start}-${part.end}` } : {};
      const get = new GetObjectCommand({ Bucket: bucket, Key: keyOf(version), ...range });
      const answer = await unlessMissing(s3.send(get));
      const body = answer?.Body;
      if (!body) return undefined;
      const stream = (): ReadableStream<Uint8Array<ArrayBuffer>> => body.transformToWebStream();
      return {
        size: answer.ContentLength ?? 0,
        stream,
        bytes: () => new Response(stream()).bytes(),
        close: () => stream().cancel(),
      };
    },
    async copy(from, to) {
      const source = `${bucket}/${keyOf(from)}`;
      const copy = new CopyObjectCommand({ Bucket: bucket, Key: keyOf(to), CopySource: source });
      return (await unlessMissing(s3.send(copy))) !== undefined;
    },
    async remove(versions) {
      const keys = versions.map((version) => ({ Key: keyOf(version) }));
      for (let start = 0; start < keys.length; start += REMOVE_BATCH) {
        const Delete = { Objects: keys.slice(start, start + REMOVE_BATCH), Quiet: true };
        const { Errors = [] } = await mapErrors(
          s3.send(new DeleteObjectsCommand({ Bucket: bucket, Delete })),
        );
        const [error] = Errors;
        if (error) throw new Error(`S3 did not remove ${Errors.length} objects: ${error.Message}`);
      }
    },
    async *list(before) {
      let after: string | undefined;
      do {
        const list = new ListObjectsCommand({ Bucket: bucket, Prefix: `${FOLDER}/`, Marker: after });
        const { Contents = [], IsTruncated } = await mapErrors(s3.send(list));
        const versions = Contents.filter(
          ({ LastModified }) => !before || (LastModified !== undefined && LastModified < before),
        )
          .map(({ Key = '' }) => Key.slice(Key.lastIndexOf('/') + 1))
          .filter(isVersion);
        if (versions.length > 0) yield versions;
        after = IsTruncated ? Contents.at(-1)?.Key : undefined;
      } while (after !== undefined);
    },
    removePartialWrites: spool.removeOlder,
  };
}

/** @throws Error with the service's response when its objects cannot be listed */
async function requireBucket(s3: S3Client, { endpoint, bucket }: S3Options): Promise<void> {
  const list = new ListObjectsCommand({ Bucket: bucket, Prefix: `${FOLDER}/`, MaxKeys: 1 });
  await mapErrors(s3.send(list)).catch((error: unknown) => {
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(
      `The S3 bucket "${bucket}" at ${endpoint} cannot be used: ${why.replace(/\.$/, '')}. ` +
        'Look at S3_ENDPOINT, S3_BUCKET, S3_REGION, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.',
      { cause: error },
    );
  });
}

/** Maps errors: ObjectStoreUnavailable when the service does not respond or is busy, ObjectStoreFull for 507. */
async function mapErrors<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof S3ServiceException) {
      const { httpStatusCode = 0 } = error.$metadata;
      if (httpStatusCode < 500 && httpStatusCode !== 429) throw error;
      if (httpStatusCode === 507) throw new ObjectStoreFull('The bucket has no room left', { cause: error });
      throw new ObjectStoreUnavailable(`S3 answers ${httpStatusCode}: ${error.message}`, { cause: error });
    }
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
    throw new ObjectStoreUnavailable(`S3 does not answer${code}`, { cause: error });
  }
}

async function unlessMissing<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await mapErrors(answer);
  } catch (error) {
    if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404) return undefined;
    throw error;
  }
}
