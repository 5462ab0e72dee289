/** An error reported by the backend, with its code. */
export class BackendError extends Error {
  override name = 'BackendError';
  readonly code: string;
  readonly details: string;
  readonly hint: string;
  /** HTTP status; 0 when the backend could not be reached. */
  readonly status: number;

  constructor(
    error: { message: string; code?: string; details?: string | null; hint?: string | null },
    status = 0,
  ) {
    super(error.message, { cause: error });
    this.code = error.code ?? '';
    this.details = error.details ?? '';
    this.hint = error.hint ?? '';
    this.status = status;
  }
}

interface Answer<T> {
  data: T | null;
  error: { message: string; code?: string; details?: string | null; hint?: string | null } | null;
  status: number;
}

/**
 * Returns the data of a supabase-js response.
 * @throws BackendError with the backend's message, or the fallback
 */
export function dataOf<T>({ data, error, status }: Answer<T>, fallback = 'The store did not answer'): T {
  if (error) throw new BackendError({ ...error, message: error.message || fallback }, status);
  return data as T;
}
