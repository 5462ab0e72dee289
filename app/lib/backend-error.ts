/** A refusal or fault that the backend reported, with its code, so that screens can speak about it in plain words. */
export class BackendError extends Error {
  override name = 'BackendError';
  readonly code: string;
  readonly details: string;
  readonly hint: string;
  /** HTTP status, 0 when the backend was not reached. */
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

/** SQLSTATE of the refusals whose message the database has written for people. */
const forPeople = 'P0001';

/** What the database says to a person about why it refused; null when an error is not a refusal of that kind. */
export function sentenceOf(error: unknown): string | null {
  const { code, message } = (error ?? {}) as Partial<Record<'code' | 'message', unknown>>;
  return code === forPeople && typeof message === 'string' ? message : null;
}

interface Answer<T> {
  data: T | null;
  error: { message: string; code?: string; details?: string | null; hint?: string | null } | null;
  status: number;
}

/**
 * The data of an answer of supabase-js.
 * @throws BackendError when the answer is an error, with the backend's message or the fallback when there is none.
 */
export function dataOf<T>({ data, error, status }: Answer<T>, fallback = 'The store did not answer'): T {
  if (error) throw new BackendError({ ...error, message: error.message || fallback }, status);
  return data as T;
}
