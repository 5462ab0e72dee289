import type postgres from 'postgres';
import type { Log, RequestContext, TokenKeys } from '../lib/http.ts';
import type { Limits } from './limits.ts';
import type { Mailer } from './mail/mailer.ts';
import type { OAuthProvider } from './oauth/provider.ts';
import type { AuthSettings, SmsSender } from './options.ts';
import type { Passwords } from './passwords.ts';

/** A connection pool or a transaction: what a statement can be sent through. */
export type Sql = postgres.ISql;

export type JsonObject = Record<string, unknown>;

/** What the endpoints work with. */
export interface AuthParts {
  /** The owner's connections. */
  sql: postgres.Sql;
  settings: AuthSettings;
  keys: TokenKeys;
  log: Log;
  /** Address of this service from outside, `https://host/auth/v1`. */
  externalUrl: string;
  now(): Date;
  passwords: Passwords;
  limits: Limits;
  mailer: Mailer;
  sms: SmsSender | undefined;
  /** By lower-case name. */
  providers: ReadonlyMap<string, OAuthProvider>;
  /** Work whose duration or failure must not show in the answer; `close` waits for it. */
  background(what: string, work: () => Promise<void>): void;
}

/** One request on its way through. */
export interface Call {
  request: Request;
  context: RequestContext;
  query: URLSearchParams;
  /** Values of the path's placeholders. */
  params: Readonly<Record<string, string>>;
}

export type Endpoint = (auth: AuthParts, call: Call) => Promise<Response>;
