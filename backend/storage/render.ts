import { TooBusyError } from '../lib/derivatives.ts';
import type { Call, StorageContext } from './context.ts';
import { type DownloadOptions, isUnchanged, objectHeaders, openCurrent } from './download.ts';
import { entityTooLarge, invalidRequest, StorageError } from './errors.ts';
import type { FindObject } from './find-object.ts';
import { inspectPicture, renderPicture, UnreadablePictureError } from './render-picture.ts';
import type { StoredObject } from './rows.ts';
import { chooseFormat, formatTransform, type Transform } from './transform.ts';

const LARGEST_SOURCE = 25 * 1024 * 1024;

/**
 * Serves a picture changed: in size, and in the best format that the client takes.
 * @throws StorageError `InvalidRequest` for what is no picture
 */
export async function render(
  context: StorageContext,
  { request }: Call,
  find: FindObject,
  transform: Transform,
  options: DownloadOptions,
): Promise<Response> {
  const { object, bytes } = await openCurrent(context, find);
  if (bytes.size > LARGEST_SOURCE) {
    await bytes.close();
    throw entityTooLarge();
  }
  const accept = request.headers.get('accept') ?? '';
  const format = chooseFormat(transform, accept, originalFormat(object));
  const headers = objectHeaders(object, options);
  headers.set('content-type', `image/${format}`);
  headers.set('etag', `${headers.get('etag')?.slice(0, -1)}-${format}"`);
  headers.set('vary', 'Accept');
  headers.delete('accept-ranges');
  if (isUnchanged(request.headers, { ...object, metadata: withEtag(object, headers) })) {
    await bytes.close();
    headers.delete('content-type');
    return new Response(null, { status: 304, headers });
  }
  const source = await bytes.bytes();
  const key = `${object.version} ${formatTransform(transform)} ${format}`;
  const made = await context.derivatives.get(key, () => draw(source, transform, format)).catch(explain);
  headers.set('content-length', String(made.byteLength));
  const body = request.method === 'HEAD' ? null : made;
  return new Response(body, { headers });
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

function explain(error: unknown): never {
  if (error instanceof UnreadablePictureError) throw invalidRequest(error.message);
  if (error instanceof TooBusyError) {
    throw new StorageError({ status: 503, code: 'SlowDown', message: 'Too many requests' });
  }
  throw error;
}
