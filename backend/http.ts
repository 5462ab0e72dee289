import type { JWTPayload } from 'jose';
import type { Database, Identity } from './db.ts';

/** What the gateway found out about a request before a service sees it. */
export interface RequestContext {
  /** Path below the service's prefix, with a leading slash: `/auth/v1/token` is `/token` for auth. */
  path: string;
  url: URL;
  /** The address of the client, for rate limits. */
  ip: string;
  /** The verified token, or undefined when only an API key came. */
  token: JWTPayload | undefined;
  /** anon or service_role by the API key, authenticated (or another API role) by the token. */
  identity: Identity;
  requestId: string;
}

/** One of the four services behind the gateway. */
export interface Service {
  fetch(request: Request, context: RequestContext): Promise<Response>;
}

export interface Log {
  info(fields: Record<string, unknown>, message: string): void;
  warn(fields: Record<string, unknown>, message: string): void;
  error(fields: Record<string, unknown>, message: string): void;
}

/** Signs and verifies access tokens (ES256, key pair kept in the data folder) and publishes the public half. */
export interface TokenKeys {
  issuer: string;
  sign(claims: JWTPayload): Promise<string>;
  /** @throws when the signature, algorithm, key, issuer or expiry is wrong. */
  verify(token: string): Promise<JWTPayload>;
  jwks(): { keys: Record<string, unknown>[] };
}

/** What every service is made with. */
export interface ServiceDependencies {
  database: Database;
  keys: TokenKeys;
  log: Log;
  /** Folder for bytes that are not in the database. */
  dataDir: string;
  /** Origin the backend is reached at from outside, without a trailing slash. */
  publicUrl: string;
  now(): Date;
}

/** A JSON answer. */
export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
  });
}
