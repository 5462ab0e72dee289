import { json } from '../lib/http.ts';
import { createBucket, deleteBucket, emptyBucket, getBucket, listBuckets, updateBucket } from './buckets.ts';
import type { Call, StorageContext } from './context.ts';
import { download } from './download.ts';
import { routeNotFound } from './errors.ts';
import { type Find, objectInfo, publicObject, visibleObject } from './find-object.ts';
import { listObjects, listObjectsV2 } from './listing.ts';
import { parseBucketPath, parseObjectPath } from './names.ts';
import { copyObject, moveObject, removeObject, removeObjects } from './relocate.ts';
import { render } from './render.ts';
import { downloadSigned, renderSigned, signObject, signObjects, signUpload, uploadSigned } from './sign.ts';
import { parseTransform } from './transform.ts';
import { upload } from './upload.ts';

type Handler = (context: StorageContext, call: Call, rest: string) => Promise<unknown>;

const forBucket =
  (handler: (context: StorageContext, call: Call, bucket: string) => Promise<unknown>): Handler =>
  (context, call, rest) =>
    handler(context, call, parseBucketPath(rest));

const forObject =
  (
    handler: (context: StorageContext, call: Call, bucket: string, key: string) => Promise<unknown>,
  ): Handler =>
  (context, call, rest) => {
    const { bucket, key } = parseObjectPath(rest);
    return handler(context, call, bucket, key);
  };

const either =
  (ofObject: Handler, ofBucket: Handler): Handler =>
  (context, call, rest) =>
    (rest.includes('/') ? ofObject : ofBucket)(context, call, rest);

const served = (find: Find) =>
  forObject((context, call, bucket, key) =>
    download(context, call.request, find(context, call, bucket, key), {
      download: call.url.searchParams.get('download'),
    }),
  );

const rendered = (find: Find) =>
  forObject((context, call, bucket, key) => {
    const query = call.url.searchParams;
    const transform = parseTransform(Object.fromEntries(query));
    return render(context, call, find(context, call, bucket, key), transform, {
      download: query.get('download'),
    });
  });

const described = (find: Find) =>
  forObject((context, call, bucket, key) => objectInfo(find(context, call, bucket, key)));

const store = (replace: (request: Request) => boolean) =>
  forObject(async (context, call, bucket, key) => {
    const { identity, owner, request } = call;
    const id = await upload(context, request, { bucket, key, identity, owner, replace: replace(request) });
    return { Id: id, Key: `${bucket}/${key}` };
  });

/** Methods, path prefix and handler; the first match applies. */
const ROUTES: readonly (readonly [methods: string, prefix: string, handler: Handler])[] = [
  ['GET HEAD', '/object/public/', served(publicObject)],
  ['GET HEAD', '/object/authenticated/', served(visibleObject)],
  ['GET HEAD', '/object/sign/', forObject(downloadSigned)],
  ['GET', '/object/info/public/', described(publicObject)],
  ['GET', '/object/info/authenticated/', described(visibleObject)],
  ['GET', '/object/info/', described(visibleObject)],
  ['GET HEAD', '/render/image/public/', rendered(publicObject)],
  ['GET HEAD', '/render/image/authenticated/', rendered(visibleObject)],
  ['GET HEAD', '/render/image/sign/', forObject(renderSigned)],
  ['POST', '/object/list/', forBucket(listObjects)],
  ['POST', '/object/list-v2/', forBucket(listObjectsV2)],
  ['POST', '/object/move', moveObject],
  ['POST', '/object/copy', copyObject],
  ['POST', '/object/upload/sign/', forObject(signUpload)],
  ['PUT', '/object/upload/sign/', forObject(uploadSigned)],
  ['POST', '/object/sign/', either(forObject(signObject), forBucket(signObjects))],
  ['DELETE', '/object/', either(forObject(removeObject), forBucket(removeObjects))],
  ['POST', '/object/', store((request) => request.headers.get('x-upsert') === 'true')],
  ['PUT', '/object/', store(() => true)],
  ['GET HEAD', '/object/', served(visibleObject)],
  ['GET', '/bucket/', forBucket(getBucket)],
  ['PUT', '/bucket/', forBucket(updateBucket)],
  ['DELETE', '/bucket/', forBucket(deleteBucket)],
];

const OPEN_PATH = /^\/(object\/(info\/)?public|object\/(upload\/)?sign|render\/image\/(public|sign))\//;

/** Whether the bucket or URL itself grants access, so that an invalid access token is ignored. */
export function needsNoToken(method: string, path: string): boolean {
  return method !== 'POST' && OPEN_PATH.test(path);
}

/** Dispatches a request. @throws StorageError, also for an unknown route */
export async function route(context: StorageContext, call: Call, path: string): Promise<Response> {
  const answer = await dispatch(context, call, path);
  return answer instanceof Response ? answer : json(answer);
}

function dispatch(context: StorageContext, call: Call, path: string): Promise<unknown> {
  const { method } = call.request;
  const bare = path.replace(/\/$/, '');
  if (bare === '/bucket' && method === 'GET') return listBuckets(context, call);
  if (bare === '/bucket' && method === 'POST') return createBucket(context, call);
  const emptied = /^\/bucket\/([^/]+)\/empty$/.exec(bare)?.[1];
  if (emptied && method === 'POST') return emptyBucket(context, call, parseBucketPath(emptied));
  for (const [methods, prefix, handler] of ROUTES) {
    if (!methods.split(' ').includes(method) || !path.startsWith(prefix)) continue;
    if (!prefix.endsWith('/') && path !== prefix) continue;
    return handler(context, call, path.slice(prefix.length));
  }
  throw routeNotFound(method, path);
}
