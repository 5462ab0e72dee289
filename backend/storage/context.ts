import type { Database, Identity } from '../lib/db.ts';
import type { Derivatives } from '../lib/derivatives.ts';
import { BodyTooLarge, type Log, readBody } from '../lib/http.ts';
import { entityTooLarge, invalidRequest } from './errors.ts';
import type { ObjectStore } from './object-store.ts';
import type { UrlSigner } from './signed-urls.ts';

const LARGEST_JSON = 1024 * 1024;

/** What the parts of the storage service share. */
export interface StorageContext {
  database: Database;
  objects: ObjectStore;
  signer: UrlSigner;
  derivatives: Derivatives;
  log: Log;
  /** Bytes that no object may exceed, whatever its bucket says. */
  fileSizeLimit: number;
  now(): Date;
}

/** A request, as far as it is known before the operation is. */
export interface Call {
  request: Request;
  url: URL;
  identity: Identity;
  /** The signed-in user, who will own what the request makes. */
  owner: string | undefined;
}

/** Runs as the service, past all policies: for what a signed URL or a public bucket has already allowed. */
export const AS_SERVICE: Identity = { role: 'service_role', claims: {} };

/** The JSON body of a request. @throws StorageError `InvalidRequest` when it is not an object. */
export async function jsonBody(request: Request): Promise<Record<string, unknown>> {
  const bytes = await readBody(request, LARGEST_JSON).catch((error: unknown) => {
    throw error instanceof BodyTooLarge ? entityTooLarge() : error;
  });
  const text = Buffer.from(bytes).toString('utf8');
  if (text === '') return {};
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw invalidRequest('Body is not valid JSON');
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw invalidRequest('body must be object');
  }
  return body as Record<string, unknown>;
}
