import type { StoredQuestion } from '#app/content/questions.ts';
import { dataOf } from '#app/lib/backend-error.ts';
import type { Json } from '#app/lib/database.types.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import { proposedLegalTexts, proposedQuestions } from '#app/store/default-content.ts';
import { proposedArabicLegalTexts, proposedArabicQuestions } from '#app/store/default-content-arabic.ts';
import type { StoreFacts } from '#app/store/facts.ts';
import { type StoredGroup, saveSettings } from '../../settings/settings-data.ts';
import { settingsColumn, settingsTranslations } from '../../settings/settings-form.ts';
import { translatedName } from '../../ui/edit/translated-texts.ts';

const legalTexts = ['shippingReturns', 'terms'] as const;

/** A policy in both languages. */
export type ProposedPolicy = { path: (typeof legalTexts)[number]; english: string; arabic: string };

/** A question with its answer in both languages. */
export type ProposedQuestion = Record<'english' | 'arabic', { question: string; answer: string }>;

/** Generates the policies from a store's settings, in both languages. */
export function proposedPolicies(facts: StoreFacts): ProposedPolicy[] {
  const [english, arabic] = [proposedLegalTexts(facts), proposedArabicLegalTexts(facts)];
  return legalTexts.map((path) => ({ path, english: english[path], arabic: arabic[path] }));
}

/** Generates the questions from a store's settings, in both languages. */
export function proposedPairs(facts: StoreFacts): ProposedQuestion[] {
  const arabic = proposedArabicQuestions(facts);
  return proposedQuestions(facts).flatMap((english, place) => {
    const other = arabic[place];
    return other ? [{ english, arabic: other }] : [];
  });
}

/**
 * Saves proposed policies over the version that was read. @returns false if somebody saved a newer version
 * meanwhile
 * @throws BackendError
 */
export async function savePolicies(base: StoredGroup, policies: readonly ProposedPolicy[]): Promise<boolean> {
  const values = Object.fromEntries(
    policies.flatMap(({ path, english, arabic }) => [
      [path, english],
      [translatedName(path, 'ar'), arabic],
    ]),
  );
  const translations = settingsTranslations('legal', values, base.translations);
  const newer = await saveSettings(base, 'legal', settingsColumn('legal', values, base.column), translations);
  return newer === null;
}

/**
 * Returns the rows for proposed questions: new answers for existing questions, and the other questions after
 * the store's own.
 */
export function questionRows(
  proposed: readonly ProposedQuestion[],
  stored: readonly Pick<StoredQuestion, 'question' | 'position' | 'translations'>[],
) {
  const byQuestion = new Map(stored.map((row) => [row.question, row]));
  const last = Math.max(-1, ...stored.map(({ position }) => position));
  let added = 0;
  return proposed.map(({ english, arabic }) => {
    const known = byQuestion.get(english.question);
    if (!known) added += 1;
    return {
      ...english,
      position: known?.position ?? last + added,
      translations: { ...entriesOf(known?.translations), ar: { ...arabic } },
    };
  });
}

const entriesOf = (value: Json | undefined): Record<string, Json | undefined> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};

/** Saves proposed questions in addition to the store's own. @throws BackendError */
export async function saveQuestions(
  proposed: readonly ProposedQuestion[],
  stored: readonly StoredQuestion[],
): Promise<void> {
  const supabase = await loadSupabase();
  const rows = questionRows(proposed, stored).map((row) => ({ ...row, tenant_id: pageTenant() }));
  dataOf(await supabase.from('faq_questions').upsert(rows, { onConflict: 'tenant_id,question' }));
}
