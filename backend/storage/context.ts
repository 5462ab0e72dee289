import type { Database, Identity } from '../lib/db.ts';
import type { Derivatives } from '../lib/derivatives.ts';
import { BodyTooLarge, type Log, readBody } from '../lib/http.ts';
import { entityTooLarge, invalidRequest } from './errors.ts';
import type { ObjectStore } from './object-store.ts';
import type { UrlSigner } from './signed-urls.ts';

const MAX_JSON_SIZE = 1024 * 1024;

/** Dependencies of the storage operations. */
export interface StorageContext {
  database: Database;
  objects: ObjectStore;
  signer: UrlSigner;
  derivatives: Derivatives;
  log: Log;
  /** Maximum size of an object, regardless of its bucket. */
  fileSizeLimit: number;
  now(): Date;
}

/** A request to an operation. */
export interface Call {
  request: Request;
  url: URL;
  identity: Identity;
  /** The signed-in user, who owns created objects. */
  owner: string | undefined;
}

/** Bypasses policies, for access granted by a signed URL or a public bucket. */
export const AS_SERVICE: Identity = { role: 'service_role', claims: {} };

/** Parses a JSON body. @throws StorageError `InvalidRequest` unless it is an object */
export async function jsonBody(request: Request): Promise<Record<string, unknown>> {
  const bytes = await readBody(request, MAX_JSON_SIZE).catch((error: unknown) => {
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

/** @throws StorageError `InvalidRequest` unless the value is an integer between the limits */
export function wholeNumber(value: unknown, name: string, least: number, most = 2 ** 31 - 1): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most) return value;
  throw invalidRequest(`${name} must be an integer of at least ${least}`);
}
