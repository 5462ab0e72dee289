import { type Question, questionsOf } from '#app/content/faq.ts';
import adminFaqMessages from '#app/i18n/messages/en/admin-faq.json';
import { getTranslations } from '#app/i18n/translations.ts';
import type { Json } from '#app/lib/database.types.ts';
import { conflictOf } from '../../kit/edit/conflict.ts';
import { notAllowed } from '../../kit/error-message.ts';
import { inOrder } from '../../kit/sort/use-optimistic-order.ts';
import { readSettings, type StoredGroup, saveSettings } from '../../settings/settings-data.ts';
import type { QuestionForm } from './faq-form.ts';

/** Questions that a store has at most. */
const most = 200;

/** A question of the store, told from the others by its words; `version` is that of the settings, which hold them all. */
export type StoredQuestion = Question & { id: string; version: number | null };

/** The questions in the order that shoppers read them; one that stands there twice counts once. */
export function storedQuestions({ version, column }: StoredGroup): StoredQuestion[] {
  const byWords = new Map(questionsOf(column).map((one) => [one.question, one]));
  return [...byWords.values()].map((one) => ({ ...one, id: one.question, version }));
}

async function readQuestions(): Promise<StoredGroup> {
  const row = await readSettings();
  return { version: row?.version ?? null, column: row?.faq ?? [] };
}

/**
 * Changes the questions as they are now, whatever anybody else has changed of them since the page was read.
 * @throws what `change` throws, BackendError
 */
async function changeQuestions(change: (questions: Question[]) => Question[]): Promise<void> {
  for (let over = await readQuestions(); ; ) {
    const changed: Json = change(questionsOf(over.column)).map(({ question, answer }) => ({
      question,
      answer,
    }));
    const newer = await saveSettings(over, 'faq', changed);
    if (newer === null) return;
    if (newer.version === over.version) throw notAllowed();
    over = newer;
  }
}

/** @throws Error where the store has this question, or no room for more of them */
function insistOnRoom(questions: readonly Question[], wanted: Question, besides?: string): void {
  const t = getTranslations('admin-faq', adminFaqMessages);
  if (questions.some(({ question }) => question === wanted.question && question !== besides)) {
    throw new Error(t('twice'));
  }
  if (besides === undefined && questions.length >= most) throw new Error(t('tooMany'));
}

/** Adds a question behind the others; nothing can be in the way of it. @throws Error, BackendError */
export async function addQuestion(form: QuestionForm): Promise<null> {
  await changeQuestions((questions) => {
    insistOnRoom(questions, form);
    return [...questions, form];
  });
  return null;
}

/**
 * Saves a question over what was opened, or answers with what somebody else has made of it since.
 * @throws Error when it is gone or its words are those of another one, BackendError
 */
export async function saveQuestion(over: StoredQuestion, form: QuestionForm): Promise<StoredQuestion | null> {
  const stored = storedQuestions(await readQuestions()).find(({ id }) => id === over.id);
  if (stored?.answer !== over.answer) return conflictOf<StoredQuestion>(false, async () => stored);
  await changeQuestions((questions) => {
    insistOnRoom(questions, form, over.question);
    return questions.map((one) => (one.question === over.question ? form : one));
  });
  return null;
}

/** Deletes questions. @throws BackendError */
export const deleteQuestions = (ids: readonly string[]) =>
  changeQuestions((questions) => questions.filter(({ question }) => !ids.includes(question)));

/** Puts deleted questions back where they stood among those of before. @throws BackendError */
export const restoreQuestions = (before: readonly StoredQuestion[], ids: readonly string[]) =>
  changeQuestions((questions) => {
    const gone = before.filter(
      ({ id }) => ids.includes(id) && questions.every(({ question }) => question !== id),
    );
    const all = [...questions, ...gone].map((one) => ({ ...one, id: one.question }));
    return inOrder(
      all,
      before.map(({ id }) => id),
    );
  });

/** Puts the questions into an order. @throws BackendError */
export const orderQuestions = (ids: string[]) =>
  changeQuestions((questions) =>
    inOrder(
      questions.map((one) => ({ ...one, id: one.question })),
      ids,
    ),
  );
