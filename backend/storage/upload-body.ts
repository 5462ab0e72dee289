import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import { Busboy } from '@fastify/busboy';
import { entityTooLarge, invalidMimeType, invalidRequest, StorageError } from './errors.ts';

const LARGEST_USER_METADATA = 1024 * 1024;
const CONTENT_TYPE = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+\s*(;[\x20-\x7e]*)?$/;
const CACHE_CONTROL = /^[\w\-=,"; ]{1,200}$/;
const CONTENT_ENCODING = /^[\w, -]{1,100}$/;

/** What the headers or the form say about a file. */
export interface UploadDescription {
  contentType: string;
  cacheControl: string;
  /** Empty when the bytes are as they are. */
  contentEncoding: string;
  userMetadata: Record<string, unknown> | null;
}

export interface UploadBody {
  /** The file, once. Leaving it early lets go of the request. */
  source: AsyncIterable<Uint8Array>;
  /** Bytes that the client announced; unknown for forms and for chunked bodies. */
  announcedSize: number | undefined;
  /** Ready when the source has been read: fields of a form may follow the file. */
  describe(): Promise<UploadDescription>;
}

/**
 * Opens an upload: the file of a `multipart/form-data` body, or the body itself.
 * @throws StorageError `InvalidRequest` when there is no content, `InvalidMimeType` when the type makes no sense.
 */
export async function openUpload(request: Request): Promise<UploadBody> {
  const { headers, body } = request;
  const contentType = headers.get('content-type') ?? 'application/octet-stream';
  if (contentType.toLowerCase().startsWith('multipart/form-data')) {
    if (!body) throw invalidRequest('No content provided');
    return openForm(body, contentType);
  }
  const metadata = Buffer.from(headers.get('x-metadata') ?? '', 'base64').toString('utf8');
  const description: UploadDescription = {
    contentType: checkedContentType(contentType),
    cacheControl: headers.get('cache-control') ?? '',
    contentEncoding: headers.get('content-encoding') ?? '',
    userMetadata: parseUserMetadata(metadata),
  };
  const announced = headers.get('content-length');
  return {
    source: body ?? emptyBody(),
    announcedSize: announced === null ? undefined : Number(announced),
    describe: async () => tidied(description),
  };
}

function openForm(body: ReadableStream<Uint8Array>, contentType: string): Promise<UploadBody> {
  const fields = new Map<string, string>();
  const form = parserFor(contentType);
  form.on('field', (name, value, _nameTruncated, truncated) => {
    if (truncated) form.destroy(entityTooLarge());
    else fields.set(name, value);
  });
  const parsed = pipeline(Readable.fromWeb(body as NodeReadableStream), form);
  return new Promise((resolve, reject) => {
    form.on('file', (_name, stream, _fileName, _encoding, partType) => {
      form.once('error', (error) => stream.destroy(error instanceof Error ? error : undefined));
      resolve({
        source: releasing(stream, form),
        announcedSize: undefined,
        async describe() {
          await parsed;
          const maxAge = fields.get('cacheControl');
          return tidied({
            contentType: checkedContentType(fields.get('contentType') ?? partType),
            cacheControl: maxAge === undefined ? '' : `max-age=${maxAge}`,
            contentEncoding: fields.get('contentEncoding') ?? '',
            userMetadata: parseUserMetadata(fields.get('metadata') ?? fields.get('userMetadata') ?? ''),
          });
        },
      });
    });
    parsed.then(
      () => reject(invalidRequest('No content provided')),
      (error) => reject(error instanceof StorageError ? error : invalidRequest('No content provided')),
    );
  });
}

function parserFor(contentType: string) {
  try {
    const limits = { files: 1, fields: 10, parts: 12, fieldSize: LARGEST_USER_METADATA, fieldNameSize: 100 };
    return new Busboy({ headers: { 'content-type': contentType }, limits });
  } catch {
    throw invalidRequest('No content provided');
  }
}

async function* releasing(stream: Readable, form: Writable): AsyncGenerator<Uint8Array> {
  try {
    yield* stream;
  } finally {
    if (!stream.readableEnded) form.destroy();
  }
}

async function* emptyBody(): AsyncGenerator<Uint8Array> {}

/** @throws StorageError `InvalidMimeType` when it is none */
export function checkedContentType(contentType: string): string {
  if (contentType.length > 255 || !CONTENT_TYPE.test(contentType))
    throw invalidMimeType(contentType.slice(0, 255));
  return contentType;
}

/** What cannot stand in a header later is left out now. */
export function tidied(description: UploadDescription): UploadDescription {
  const { cacheControl, contentEncoding } = description;
  return {
    ...description,
    cacheControl: CACHE_CONTROL.test(cacheControl) ? cacheControl : 'no-cache',
    contentEncoding: CONTENT_ENCODING.test(contentEncoding) ? contentEncoding : '',
  };
}

/** Metadata that cannot be read is no reason to refuse a file: the storage server drops it too. */
export function parseUserMetadata(text: string): Record<string, unknown> | null {
  if (text.length > LARGEST_USER_METADATA) throw entityTooLarge();
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}
