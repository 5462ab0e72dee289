import { isDeepStrictEqual } from 'node:util';
import type { SupabaseClient } from '@supabase/supabase-js';
import type { Brand } from '../app/brands/brand.ts';
import { presets } from '../app/brands/presets.ts';
import type { Database, Json, Tables } from '../app/lib/database.types.ts';
import { defaultLegalTexts, defaultQuestions } from '../app/store/default-content.ts';
import { arabicLegalTexts, arabicQuestions } from '../app/store/default-content-arabic.ts';
import { factTexts } from '../app/store/fact-texts.ts';
import { brandFacts, type FactTexts, withFacts } from '../app/store/facts.ts';

type Texts = Readonly<Record<string, string>>;

const entriesOf = (value: Json | undefined): { [name: string]: Json | undefined } =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};

/** The brand whose texts a store began with. */
const presetOf = (tenantId: string): Brand | undefined => presets.find(({ id }) => id === tenantId);

/** Replaces each text that is a default with its facts filled in by the default itself. */
function withNames(stored: Json | undefined, defaults: Texts, facts: FactTexts) {
  const named = Object.entries(entriesOf(stored)).map(([name, text]) => {
    const first = defaults[name];
    return [name, first !== undefined && text === withFacts(first, facts) ? first : text];
  });
  return Object.fromEntries(named);
}

/** A row's translations with their Arabic texts replaced, if it has any. */
function withArabic(translations: Json, arabic: (own: { [name: string]: Json | undefined }) => object): Json {
  const stored = entriesOf(translations);
  return 'ar' in stored ? { ...stored, ar: { ...arabic(entriesOf(stored.ar)) } } : stored;
}

type StoredPolicies = Pick<Tables<'settings'>, 'legal' | 'translations'>;

function policiesWithNames({ legal, translations }: StoredPolicies, brand: Brand): StoredPolicies {
  const facts = factTexts(brandFacts(brand));
  return {
    legal: withNames(legal, defaultLegalTexts(brand), facts.en),
    translations: withArabic(translations, (own) =>
      'legal' in own ? { ...own, legal: withNames(own.legal, arabicLegalTexts(brand), facts.ar) } : own,
    ),
  };
}

type StoredAnswer = Pick<Tables<'faq_questions'>, 'question' | 'answer' | 'translations'>;

function answerWithNames({ question, answer, translations }: StoredAnswer, brand: Brand): StoredAnswer {
  const facts = factTexts(brandFacts(brand));
  const place = defaultQuestions(brand).findIndex((first) => first.question === question);
  const first = defaultQuestions(brand)[place];
  const arabic = arabicQuestions(brand)[place];
  if (!first || !arabic) return { question, answer, translations };
  return {
    question,
    answer: answer === withFacts(first.answer, facts.en) ? first.answer : answer,
    translations: withArabic(translations, (own) => withNames(own, arabic, facts.ar)),
  };
}

/**
 * Lets the first texts of older stores follow the settings: earlier versions wrote amounts, days and contacts into them
 * instead of naming the facts (docs/product.md, Facts in texts). Texts that staff changed stay.
 */
export async function nameFactsInFirstTexts(admin: SupabaseClient<Database>): Promise<void> {
  const [settings, questions] = await Promise.all([
    admin.from('settings').select('tenant_id, legal, translations, version').throwOnError(),
    admin
      .from('faq_questions')
      .select('id, tenant_id, question, answer, translations, version')
      .throwOnError(),
  ]);
  for (const { tenant_id, version, ...stored } of settings.data) {
    const brand = presetOf(tenant_id);
    const named = brand && policiesWithNames(stored, brand);
    if (named && !isDeepStrictEqual(named, stored))
      await admin.from('settings').update(named).match({ tenant_id, version }).throwOnError();
  }
  for (const { id, tenant_id, version, ...stored } of questions.data) {
    const brand = presetOf(tenant_id);
    const named = brand && answerWithNames(stored, brand);
    if (named && !isDeepStrictEqual(named, stored))
      await admin.from('faq_questions').update(named).match({ id, version }).throwOnError();
  }
}
