import type postgres from 'postgres';
import type { Log, RequestContext, TokenKeys } from '../lib/http.ts';
import type { Limits } from './limits.ts';
import type { Mailer } from './mail/mailer.ts';
import type { OAuthProvider } from './oauth/provider.ts';
import type { AuthSettings, SmsSender } from './options.ts';

/** A connection pool or a transaction. */
export type Sql = postgres.ISql;

export type JsonObject = Record<string, unknown>;

/** Dependencies of the endpoints. */
export interface AuthParts {
  /** Connections as the database owner. */
  sql: postgres.Sql;
  settings: AuthSettings;
  keys: TokenKeys;
  log: Log;
  /** Public URL of this service, `https://host/auth/v1`. */
  externalUrl: string;
  now(): Date;
  limits: Limits;
  mailer: Mailer;
  sms: SmsSender | undefined;
  /** By lower-case name. */
  providers: ReadonlyMap<string, OAuthProvider>;
  /** Runs work whose duration and failure must not show in the response; `close` waits for it. */
  background(what: string, work: () => Promise<void>): void;
}

/** A request being handled. */
export interface Call {
  request: Request;
  context: RequestContext;
  query: URLSearchParams;
  /** Values of the path's placeholders. */
  params: Readonly<Record<string, string>>;
}

export type Endpoint = (auth: AuthParts, call: Call) => Promise<Response>;
