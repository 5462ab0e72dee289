import { type Question, questionsOf } from '#app/content/faq.ts';
import adminFaqMessages from '#app/i18n/messages/en/admin-faq.json';
import { getTranslations } from '#app/i18n/translations.ts';
import type { Json } from '#app/lib/database.types.ts';
import { conflictOf } from '../../kit/edit/conflict.ts';
import { notAllowedError } from '../../kit/error-message.ts';
import { inOrder } from '../../kit/sort/use-optimistic-order.ts';
import { readSettings, type StoredGroup, saveSettings } from '../../settings/settings-data.ts';

/** Maximum number of questions. */
const most = 200;

/**
 * A question of the store, identified by its text; `version` is that of the settings row, which holds all
 * questions.
 */
export type StoredQuestion = Question & { id: string; version: number | null };

/** Returns the questions in display order, without duplicates. */
export function storedQuestions({ version, column }: StoredGroup): StoredQuestion[] {
  const byWords = new Map(questionsOf(column).map((one) => [one.question, one]));
  return [...byWords.values()].map((one) => ({ ...one, id: one.question, version }));
}

async function readQuestions(): Promise<StoredGroup> {
  const row = await readSettings();
  return { version: row?.version ?? null, column: row?.faq ?? [] };
}

/**
 * Applies a change to the latest stored questions, and again after a conflict.
 * @throws what `change` throws, BackendError
 */
async function changeQuestions(change: (questions: Question[]) => Question[]): Promise<void> {
  for (let stored = await readQuestions(); ; ) {
    const changed: Json = change(questionsOf(stored.column)).map(({ question, answer }) => ({
      question,
      answer,
    }));
    const newer = await saveSettings(stored, 'faq', changed);
    if (newer === null) return;
    if (newer.version === stored.version) throw notAllowedError();
    stored = newer;
  }
}

/** @throws Error when the store already has this question, or the maximum number */
function assertCanSave(questions: readonly Question[], saved: Question, replaced?: string): void {
  const t = getTranslations('admin-faq', adminFaqMessages);
  if (questions.some(({ question }) => question === saved.question && question !== replaced)) {
    throw new Error(t('twice'));
  }
  if (replaced === undefined && questions.length >= most) throw new Error(t('tooMany'));
}

/** Appends a question; never a conflict. @throws Error, BackendError */
export async function addQuestion(form: Question): Promise<null> {
  await changeQuestions((questions) => {
    assertCanSave(questions, form);
    return [...questions, form];
  });
  return null;
}

/**
 * Saves a question over the version that was opened; returns the stored one on a conflict.
 * @throws Error when it was deleted or its text is another question's, BackendError
 */
export async function saveQuestion(base: StoredQuestion, form: Question): Promise<StoredQuestion | null> {
  const stored = storedQuestions(await readQuestions()).find(({ id }) => id === base.id);
  if (stored?.answer !== base.answer) return conflictOf<StoredQuestion>(false, async () => stored);
  await changeQuestions((questions) => {
    assertCanSave(questions, form, base.question);
    return questions.map((one) => (one.question === base.question ? form : one));
  });
  return null;
}

/** Deletes questions. @throws BackendError */
export const deleteQuestions = (ids: readonly string[]) =>
  changeQuestions((questions) => questions.filter(({ question }) => !ids.includes(question)));

/** Restores deleted questions at their previous places. @throws BackendError */
export const restoreQuestions = (before: readonly StoredQuestion[], ids: readonly string[]) =>
  changeQuestions((questions) => {
    const missing = before.filter(
      ({ id }) => ids.includes(id) && questions.every(({ question }) => question !== id),
    );
    const all = [...questions, ...missing].map((one) => ({ ...one, id: one.question }));
    return inOrder(
      all,
      before.map(({ id }) => id),
    );
  });

/** Stores the order of the questions. @throws BackendError */
export const orderQuestions = (ids: string[]) =>
  changeQuestions((questions) =>
    inOrder(
      questions.map((one) => ({ ...one, id: one.question })),
      ids,
    ),
  );
