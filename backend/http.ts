import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
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
  /** Why the bearer token was refused; `identity` is anon then. A service that needs a user answers this in its own shape. */
  tokenFailure: TokenFailure | undefined;
  /** anon or service_role by the API key, authenticated (or another API role) by the token. */
  identity: Identity;
  /** Whether the request carried a valid API key. Only paths that the gateway leaves open get here without one. */
  hasApiKey: boolean;
  requestId: string;
}

/** What stops with the backend. */
interface Stoppable {
  /** Ends open sockets. A server of node:http does not stop while there are any. */
  hangUp?(): Promise<void>;
  close?(): Promise<void>;
}

/** One of the four services behind the gateway. */
export interface Service extends Stoppable {
  fetch(request: Request, context: RequestContext): Promise<Response>;
  /** Takes a WebSocket handshake below the service's prefix over. */
  upgrade?(request: IncomingMessage, socket: Duplex, head: Buffer, context: RequestContext): void;
}

/** A service on the hot path: it takes and gives plain values, so that the gateway makes no web objects. */
export interface PlainService extends Stoppable {
  answer(request: PlainRequest, context: RequestContext): Promise<PlainAnswer>;
}

export type RequestHeaders = Readonly<Record<string, string | undefined>>;

/** A request as plain values, cheap to make from node:http and from a web Request alike. */
export interface PlainRequest {
  method: string;
  /** Path and query as sent. */
  target: string;
  /** By lower-case name. */
  headers: RequestHeaders;
  /**
   * Reads the whole body.
   * @throws BodyTooLarge as soon as more than `limit` bytes have come.
   */
  bytes(limit: number): Promise<Uint8Array>;
  /** The body as it arrives, for services that do not buffer it. */
  stream(): ReadableStream<Uint8Array> | null;
}

export interface PlainAnswer {
  status: number;
  /** By lower-case name. */
  headers: Record<string, string>;
  body: string | Uint8Array | null;
}

/** The client went away before its body had come. */
export class ClientGone extends Error {}

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

/** The same for a service that answers in plain values. */
export function plainJson(body: unknown, status = 200, headers: Record<string, string> = {}): PlainAnswer {
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
    body: JSON.stringify(body),
  };
}
