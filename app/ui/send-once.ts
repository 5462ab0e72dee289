import { lostAnswerTexts } from '#app/i18n/texts/lost-answer.ts';
import { BackendError } from '#app/lib/backend-error.ts';
import { newId } from '#app/lib/row-id.ts';
import { toast } from './toast.ts';

/** Milliseconds after which a response counts as lost, and between the attempts to get it. */
const timeout = 30_000;
const pauses = [1_000, 2_000, 4_000, 8_000, 15_000];

/** Ids of requests with an unknown outcome, by intention. */
const unknown = new Map<string, string>();

/** `details` of the error for an unknown outcome. */
const answerLost = 'answer_lost';

/** Whether an error leaves open if the request was executed: no response, or a proxy's. */
function isOpen(error: unknown): boolean {
  if (error instanceof TypeError) return /fetch|network|load failed/i.test(error.message);
  if (!(error instanceof BackendError)) return false;
  return (
    error.details === answerLost ||
    [502, 503, 504].includes(error.status) ||
    (error.status === 0 && error.code === '')
  );
}

/** Rejects when a response takes too long; the retry then waits for the same one. */
async function withinTimeout<Result>(answer: Promise<Result>): Promise<Result> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => late.reject(new BackendError({ message: '', details: answerLost })),
    timeout,
  );
  try {
    return await Promise.race([answer, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Sends a change that counts once, however often it arrives. Calls `send` with a request id, and again with the same id
 * while responses get lost, which the person is told. After that the id stays with the intention, so that a later retry
 * does not repeat the change.
 * @param intention the action and its target, such as `adjust_stock 7c1f…`
 * @throws BackendError whose message says that the outcome is unknown; other errors as `send` throws them
 */
export async function sendOnce<Result>(
  intention: string,
  send: (requestId: string) => Promise<Result>,
): Promise<Result> {
  const requestId = unknown.get(intention) ?? newId();
  unknown.delete(intention);
  for (const pause of [...pauses, null]) {
    try {
      return await withinTimeout(send(requestId));
    } catch (error) {
      if (!isOpen(error)) throw error;
      if (pause === null) break;
      const t = lostAnswerTexts();
      if (pause === pauses[0]) toast({ title: t('lost'), description: t('looking') });
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
  unknown.set(intention, requestId);
  const t = lostAnswerTexts();
  throw new BackendError({ message: t('unknown'), details: answerLost });
}
