import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import { Busboy } from '@fastify/busboy';
import { entityTooLarge, invalidMimeType, invalidRequest, StorageError } from './errors.ts';

const MAX_USER_METADATA = 1024 * 1024;
const CONTENT_TYPE = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+\s*(;[\x20-\x7e]*)?$/;
const CACHE_CONTROL = /^[\w\-=,"; ]{1,200}$/;
const CONTENT_ENCODING = /^[\w, -]{1,100}$/;

/** Description of a file from headers or form fields. */
export interface UploadDescription {
  contentType: string;
  cacheControl: string;
  /** '' without an encoding. */
  contentEncoding: string;
  userMetadata: Record<string, unknown> | null;
}

export interface UploadBody {
  /** The file, readable once. Stopping early releases the request. */
  source: AsyncIterable<Uint8Array>;
  /** Content-Length; undefined for forms and chunked bodies. */
  announcedSize: number | undefined;
  /** Available once the source has been read, as form fields may follow the file. */
  describe(): Promise<UploadDescription>;
}

/**
 * Opens an upload: the file of a `multipart/form-data` body, or the body itself.
 * @throws StorageError `InvalidRequest` without content, `InvalidMimeType` for an invalid type
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
    contentType: validateContentType(contentType),
    cacheControl: headers.get('cache-control') ?? '',
    contentEncoding: headers.get('content-encoding') ?? '',
    userMetadata: parseUserMetadata(metadata),
  };
  const announced = headers.get('content-length');
  return {
    source: body ?? emptyBody(),
    announcedSize: announced === null ? undefined : Number(announced),
    describe: async () => withValidHeaders(description),
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
          return withValidHeaders({
            contentType: validateContentType(fields.get('contentType') ?? partType),
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
    const limits = { files: 1, fields: 10, parts: 12, fieldSize: MAX_USER_METADATA, fieldNameSize: 100 };
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

/** @throws StorageError `InvalidMimeType` for an invalid type */
export function validateContentType(contentType: string): string {
  if (contentType.length > 255 || !CONTENT_TYPE.test(contentType))
    throw invalidMimeType(contentType.slice(0, 255));
  return contentType;
}

/** Drops values that are not valid in headers. */
export function withValidHeaders<T extends Pick<UploadDescription, 'cacheControl' | 'contentEncoding'>>(
  description: T,
): T {
  const { cacheControl, contentEncoding } = description;
  return {
    ...description,
    cacheControl: CACHE_CONTROL.test(cacheControl) ? cacheControl : 'no-cache',
    contentEncoding: CONTENT_ENCODING.test(contentEncoding) ? contentEncoding : '',
  };
}

/** Returns null for invalid metadata, which the storage server ignores too. */
export function parseUserMetadata(text: string): Record<string, unknown> | null {
  if (text.length > MAX_USER_METADATA) throw entityTooLarge();
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}
