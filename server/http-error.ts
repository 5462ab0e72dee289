/** An error that is answered with this HTTP status and a sentence for the person who asked. */
export class HttpError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}
