import adminMessages from '#app/i18n/messages/en/admin.json';
import { getTranslations } from '#app/i18n/translations.ts';
import { BackendError, dataOf } from '#app/lib/backend-error.ts';

/** An error of the backend in whatever shape a call gives it: `code` is Postgres', `details` the rule's own name. */
type Failure = { message?: string; code?: string; details?: string | null; status?: number };

const ruleName = /^[a-z][a-z0-9_]*$/;

/**
 * What the backend refused, in plain words: the rules of the database speak for themselves, everything that Postgres
 * or the network says is told as what it means to the person.
 */
export function errorMessage(failure: unknown): string {
  const t = getTranslations('admin', adminMessages);
  const {
    message = '',
    code = '',
    details,
    status,
  }: Failure = typeof failure === 'object' && failure !== null ? failure : {};
  if (details && ruleName.test(details) && message) return message;
  if (status === 0 || /failed to fetch|networkerror|load failed/i.test(message)) return t('notReached');
  if (code === '42501' || status === 403 || /row-level security/i.test(message)) return t('notAllowed');
  if (code === '23505') return t('takenAlready');
  if (code === '23503') return t('stillUsed');
  if (/mime type/i.test(message)) return t('fileType');
  if (code === '23514' || code === '22001' || code === '22003') return t('notAccepted');
  return message || t('unknownFailure');
}

/** What a change is refused with that the person may not make, though the backend only leaves it undone. */
export function notAllowed(): BackendError {
  return new BackendError(
    { message: getTranslations('admin', adminMessages)('notAllowed'), code: '42501' },
    403,
  );
}

/**
 * Insists that a change or deletion reached its row: the backend leaves undone without a word what it hides.
 * @throws BackendError
 */
export function insistOnRow(answer: Parameters<typeof dataOf<readonly unknown[]>>[0]): void {
  if (dataOf(answer).length > 0) return;
  throw new BackendError(
    { message: getTranslations('admin', adminMessages)('nothingChanged'), details: 'nothing_changed' },
    409,
  );
}
