import { adminTexts } from '#app/i18n/texts/admin.ts';
import { BackendError, dataOf } from '#app/lib/backend-error.ts';
import { orderLineRow } from '#app/lib/order-line-row.ts';
import { refusalMessage } from '#app/lib/refusal.ts';

/** A backend error in any shape; `code` is PostgreSQL's. */
type Failure = { message?: string; code?: string; details?: string; status?: number };

/** Returns the message of a refusal, a PostgreSQL error or a network error, in plain words. */
export function errorMessage(failure: unknown): string {
  const t = adminTexts();
  const {
    message = '',
    code = '',
    details = '',
    status,
  }: Failure = typeof failure === 'object' && failure !== null ? failure : {};
  if (details === 'seen_as') return t('seenAsReadOnly');
  const refusal = refusalMessage(failure, orderLineRow);
  if (refusal) return refusal;
  if (code === 'upload_ended') return t('uploadEnded');
  if (status === 0 || /failed to fetch|networkerror|load failed/i.test(message)) return t('notReached');
  if (status === 503 && code === 'starting') return t('beingUpdated');
  if (status === 401) return t('signedOut');
  if (code === '42501' || status === 403 || /row-level security/i.test(message)) return t('notAllowed');
  if (code === '23505') return t('takenAlready');
  if (code === '23503') return t('stillUsed');
  if (/mime type/i.test(message)) return t('fileType');
  if (code === '23514' || code === '22001' || code === '22003') return t('notAccepted');
  return message || t('unknownFailure');
}

/** Error for a change that row-level security skipped without an error. */
export function notAllowedError(): BackendError {
  return new BackendError({ message: adminTexts()('notAllowed'), code: '42501' }, 403);
}

/**
 * Throws when a change or deletion affected no row, since row-level security hides rows without an error.
 * @throws BackendError
 */
export function assertRowChanged(answer: Parameters<typeof dataOf<readonly unknown[]>>[0]): void {
  if (dataOf(answer).length > 0) return;
  throw new BackendError({ message: adminTexts()('nothingChanged'), details: 'nothing_changed' }, 409);
}
