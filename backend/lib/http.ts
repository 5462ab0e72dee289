import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { JWTPayload } from 'jose';
import type { Database, Identity } from './db.ts';
import type { Secrets } from './secrets.ts';

/** What the gateway found out about a request before a service sees it. */
export interface RequestContext {
  /** Path below the service's prefix, with a leading slash: `/auth/v1/token` is `/token` for auth. */
  path: string;
  url: URL;
  /** The address of the client, for rate limits. */
  ip: string;
  /** The verified token, or undefined when only an API key came. */
  token: JWTPayload | undefined;
  /** Why the bearer token was refused; `identity` is anon then. A service that needs a user answers this in its own shape. */
  tokenFailure: TokenFailure | undefined;
  /** anon or service_role by the API key, authenticated (or another API role) by the token. */
  identity: Identity;
  /** Whether the request carried a valid API key. Only paths that the gateway leaves open get here without one. */
  hasApiKey: boolean;
  requestId: string;
}

/** One of the four services behind the gateway. */
export interface Service {
  fetch(request: Request, context: RequestContext): Promise<Response>;
  /** Takes a WebSocket handshake below the service's prefix over. */
  upgrade?(request: IncomingMessage, socket: Duplex, head: Buffer, context: RequestContext): void;
  /** Ends open sockets. A server of node:http does not stop while there are any. */
  hangUp?(): Promise<void>;
  close?(): Promise<void>;
}

export class BodyTooLarge extends Error {
  readonly limit: number;
  constructor(limit: number) {
    super(`The body is larger than ${limit} bytes`);
    this.limit = limit;
  }
}

/** Why a token is not accepted, in PostgREST's words. */
export class TokenFailure extends Error {
  readonly code: 'PGRST301' | 'PGRST303' | '42501';
  readonly details: string | null;
  constructor(code: TokenFailure['code'], message: string, details: string | null = null) {
    super(message);
    this.code = code;
    this.details = details;
  }
}

export interface Log {
  info(fields: Record<string, unknown>, message: string): void;
  warn(fields: Record<string, unknown>, message: string): void;
  error(fields: Record<string, unknown>, message: string): void;
}

/** Signs and verifies access tokens (ES256, key pair kept in the data folder) and publishes the public half. */
export interface TokenKeys {
  issuer: string;
  /** Sets `iss` and `iat` unless the claims carry them; `exp` is the caller's. */
  sign(claims: JWTPayload): Promise<string>;
  /** @throws TokenFailure when the signature, algorithm, key, issuer or expiry is wrong. */
  verify(token: string): Promise<JWTPayload>;
  jwks(): { keys: Record<string, unknown>[] };
}

/** Tells who a credential is: an API key or an access token. */
export interface Access {
  /** @throws TokenFailure for a token that is wrong or asks for a role that requests may not have. */
  identify(credential: string): Promise<{ identity: Identity; token: JWTPayload | undefined }>;
}

/** What every service is made with. */
export interface ServiceDependencies {
  database: Database;
  secrets: Secrets;
  keys: TokenKeys;
  access: Access;
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

/**
 * Reads a body to its end.
 * @throws BodyTooLarge by the announced length, or as soon as more than `limit` bytes have come.
 */
export async function readBody(request: Request, limit: number): Promise<Uint8Array> {
  const announced = request.headers.get('content-length');
  if (announced !== null) {
    if (Number(announced) > limit) throw new BodyTooLarge(limit);
    // The server hands over no more than was announced.
    if (!request.headers.has('transfer-encoding')) return new Uint8Array(await request.arrayBuffer());
  }
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request.body ?? []) {
    length += chunk.byteLength;
    if (length > limit) throw new BodyTooLarge(limit);
    chunks.push(chunk);
  }
  return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, length);
}

/**
 * The path of an address, for routes and logs. A query may hold what only its sender should know, such as a code to
 * sign in with: it is not written down.
 */
export function pathOf(target = ''): string {
  const query = target.indexOf('?');
  return query === -1 ? target : target.slice(0, query);
}
