export interface HttpErrorOptions extends ErrorOptions {
  /** Code of a refusal, in the Data API's format. */
  details?: string;
  /** Parameters of the code, as JSON. */
  hint?: string | null;
  headers?: Readonly<Record<string, string>>;
}

/** An error with the status and message of its response. */
export class HttpError extends Error {
  readonly status: number;
  readonly details: string | null;
  readonly hint: string | null;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, message: string, options: HttpErrorOptions = {}) {
    super(message, { cause: options.cause });
    this.status = status;
    this.details = options.details ?? null;
    this.hint = options.hint ?? null;
    this.headers = options.headers ?? {};
  }
}
