import { lostAnswerTexts } from '#app/i18n/texts/lost-answer.ts';
import { BackendError } from '#app/lib/backend-error.ts';
import { newId } from '#app/lib/row-id.ts';
import { toast } from './toast.ts';

/** Milliseconds after which an answer counts as lost, and between the attempts to get it. */
const patience = 30_000;
const pauses = [1_000, 2_000, 4_000, 8_000, 15_000];

/** Ids of requests of which nobody knows the outcome, by intention. */
const unknown = new Map<string, string>();

/** The details of the error that stands for an unknown outcome. */
const answerLost = 'answer_lost';

/** Whether an error leaves open if the request was carried out: no answer came, or one of a proxy on the way. */
function isOpen(error: unknown): boolean {
  if (error instanceof TypeError) return /fetch|network|load failed/i.test(error.message);
  if (!(error instanceof BackendError)) return false;
  return (
    error.details === answerLost ||
    [502, 503, 504].includes(error.status) ||
    (error.status === 0 && error.code === '')
  );
}

/** Rejects when an answer takes longer than anybody waits; asking again then waits for the same one. */
async function withinPatience<Result>(answer: Promise<Result>): Promise<Result> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => late.reject(new BackendError({ message: '', details: answerLost })),
    patience,
  );
  try {
    return await Promise.race([answer, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Sends a change that counts once, however often it arrives: `send` gets the id of the request, and is called again
 * with the same one while the answer gets lost, which the person is told. After that the id stays with the intention,
 * so that whoever tries again later does not do it twice.
 * @param intention what the person does, and with what, such as `adjust_stock 7c1f…`
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
      return await withinPatience(send(requestId));
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
