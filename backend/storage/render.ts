import { TooBusyError } from '../lib/derivatives.ts';
import type { Call, StorageContext } from './context.ts';
import { type DownloadOptions, isUnchanged, objectHeaders, withCurrent } from './download.ts';
import { entityTooLarge, invalidRequest, StorageError } from './errors.ts';
import type { FindObject } from './find-object.ts';
import { inspectPicture, renderPicture, UnreadablePictureError } from './render-picture.ts';
import type { StoredObject } from './rows.ts';
import { chooseFormat, formatTransform, type Transform } from './transform.ts';

const MAX_SOURCE_SIZE = 25 * 1024 * 1024;

/** The content was replaced while it was rendered. */
class Replaced extends Error {}

/**
 * Serves a transformed picture, in the best format that the client accepts. Reads the original only on a cache miss.
 * @throws StorageError `InvalidRequest` for other content
 */
export function render(
  context: StorageContext,
  { request }: Call,
  find: FindObject,
  transform: Transform,
  options: DownloadOptions,
): Promise<Response> {
  return withCurrent(context, find, async (object) => {
    const format = chooseFormat(transform, request.headers.get('accept') ?? '', originalFormat(object));
    const headers = objectHeaders(object, options);
    headers.set('content-type', `image/${format}`);
    headers.set('etag', `${headers.get('etag')?.slice(0, -1)}-${format}"`);
    headers.set('vary', 'Accept');
    headers.delete('accept-ranges');
    if (isUnchanged(request.headers, { ...object, metadata: withEtag(object, headers) })) {
      headers.delete('content-type');
      return new Response(null, { status: 304, headers });
    }
    const key = `${object.version} ${formatTransform(transform)} ${format}`;
    const make = async () => draw(await original(context, object.version), transform, format);
    const bytes = await context.derivatives.get(key, make).catch(explain);
    if (!bytes) return undefined;
    headers.set('content-length', String(bytes.byteLength));
    return new Response(request.method === 'HEAD' ? null : bytes, { headers });
  });
}

async function original({ objects }: StorageContext, version: string): Promise<Uint8Array> {
  const bytes = await objects.open(version);
  if (!bytes) throw new Replaced();
  if (bytes.size <= MAX_SOURCE_SIZE) return bytes.bytes();
  await bytes.close();
  throw entityTooLarge();
}

async function draw(source: Uint8Array, transform: Transform, format: ReturnType<typeof chooseFormat>) {
  await inspectPicture(source);
  return renderPicture(source, transform, format);
}

function originalFormat(object: StoredObject): string {
  return (object.metadata?.mimetype ?? '').replace(/^image\//, '').replace(/;.*$/, '');
}

function withEtag(object: StoredObject, headers: Headers): StoredObject['metadata'] {
  return object.metadata && { ...object.metadata, eTag: headers.get('etag') ?? '' };
}

function explain(error: unknown): undefined {
  if (error instanceof Replaced) return undefined;
  if (error instanceof UnreadablePictureError) throw invalidRequest(error.message);
  if (error instanceof TooBusyError) {
    throw new StorageError({ status: 503, code: 'SlowDown', message: 'Too many requests' });
  }
  throw error;
}
