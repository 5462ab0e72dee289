/** An error with the status and message of its HTTP response. */
export class HttpError extends Error {
  readonly status: number;
  /** Code and parameters of a refusal of the database, as the Data API names them. */
  readonly refusal?: { details: string; hint: string | null };

  constructor(status: number, message: string, refusal?: HttpError['refusal']) {
    super(message);
    this.status = status;
    this.refusal = refusal;
  }
}
