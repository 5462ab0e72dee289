/** A sentence for the person who asked, and the HTTP status it is told with. */
export class HttpError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}
