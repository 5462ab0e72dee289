import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { JWTPayload } from 'jose';
import type { Database, Identity } from './db.ts';
import type { Secrets } from './secrets.ts';

/** Request data determined by the gateway. */
export interface RequestContext {
  /** Path below the service's prefix, with a leading slash: `/auth/v1/token` is `/token` for auth. */
  path: string;
  url: URL;
  /** The client's address, for rate limits. */
  ip: string;
  /** The verified token; undefined with only an API key. */
  token: JWTPayload | undefined;
  /**
   * Why the token was rejected; `identity` is then anon. Services that need a user return it in their format.
   */
  tokenFailure: TokenFailure | undefined;
  /** anon or service_role from the API key, or the token's role. */
  identity: Identity;
  requestId: string;
}

/**
 * How long an idle connection is kept, in milliseconds: longer than proxies keep theirs (60 s), which would
 * otherwise send a request on a connection that is being closed.
 */
export const KEEP_ALIVE_TIMEOUT = 65_000;

/** One of the four services. */
export interface Service {
  fetch(request: Request, context: RequestContext): Promise<Response>;
  /** Handles a WebSocket handshake below the service's prefix. */
  upgrade?(request: IncomingMessage, socket: Duplex, head: Buffer, context: RequestContext): void;
  /** Closes open sockets, which would keep a node:http server from stopping. */
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

/** Why a token is rejected, in PostgREST's format. */
export class TokenFailure extends Error {
  readonly code: 'PGRST301' | 'PGRST303' | '42501';
  readonly details: string | null;
  constructor(code: TokenFailure['code'], message: string, details: string | null = null) {
    super(message);
    this.code = code;
    this.details = details;
  }
}

/** A structured log; an error is the field `err`, which the logger writes with its stack. */
export interface Log {
  info(fields: Record<string, unknown>, message: string): void;
  warn(fields: Record<string, unknown>, message: string): void;
  error(fields: Record<string, unknown>, message: string): void;
}

/** Signs and verifies access tokens (ES256) and publishes the public key. */
export interface TokenKeys {
  issuer: string;
  /** Adds `iss` and `iat` unless present; the caller sets `exp`. */
  sign(claims: JWTPayload): Promise<string>;
  /** @throws TokenFailure for a wrong signature, algorithm, key, issuer or expiry */
  verify(token: string): Promise<JWTPayload>;
  jwks(): { keys: Record<string, unknown>[] };
}

/** Identifies a credential: an API key or an access token. */
export interface Access {
  /** @throws TokenFailure for an invalid token, or a role that requests may not use */
  identify(credential: string): Promise<{ identity: Identity; token: JWTPayload | undefined }>;
}

/** Dependencies of every service. */
export interface ServiceDependencies {
  database: Database;
  secrets: Secrets;
  keys: TokenKeys;
  access: Access;
  log: Log;
  /** Folder for files. */
  dataDir: string;
  /** Public origin of the backend, without a trailing slash. */
  publicUrl: string;
  now(): Date;
}

/** Answers a WebSocket handshake that no service handles. */
export function refuseUpgrade(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
}

/** Creates a JSON response. */
export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
  });
}

export function isJsonObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** @returns undefined for invalid JSON, and for values that are not objects */
export function parseJsonObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Reads a request's body.
 * @throws BodyTooLarge when the announced length or the received bytes exceed `limit`
 */
export async function readBody(request: Request, limit: number): Promise<Uint8Array> {
  const announced = request.headers.get('content-length');
  if (announced !== null) {
    if (Number(announced) > limit) throw new BodyTooLarge(limit);
    // Node enforces the announced length.
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

/** The path of a URL, for routing and logs. Omits the query, which may contain secrets such as sign-in codes. */
export function pathOf(target = ''): string {
  return target.split('?', 1)[0] ?? '';
}
