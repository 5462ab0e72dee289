import postgres from 'postgres';

/** An error of the server, in the class that postgres.js throws for its own. */
export function databaseError(fields: Record<string, string>): postgres.PostgresError {
  return Reflect.construct(postgres.PostgresError, [fields]);
}

/** The server could not be asked: no connection came free in time, or it was lost. */
export class DatabaseUnavailable extends Error {
  readonly code: 'CONNECTION_CLOSED' | 'POOL_TIMEOUT';
  constructor(code: DatabaseUnavailable['code'], message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}
