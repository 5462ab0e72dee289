/* Normalizes text for comparison and search. Twin of private.fold in
   supabase/schemas/foundation/foundation.sql; tests/database/folded-text.test.ts checks that both agree. */

/** Vowel marks, tatweel, decomposed accents and invisible characters. */
const marks =
  '\\u00ad\\u0300-\\u036f\\u0610-\\u061c\\u0640\\u064b-\\u065f\\u0670\\u0674\\u06d6-\\u06dc\\u06df-\\u06e8\\u06ea-\\u06ed\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\ufe00-\\ufe0f\\ufeff';
const anyMark = new RegExp(`[${marks}]`, 'g');

/** Letters of Persian and Urdu keyboards, and Arabic letters that are written for each other, by their replacement. */
const variants: Readonly<Record<string, string>> = {
  ا: 'ٱٲٳ',
  ي: 'ىیۍېے',
  ك: 'کڪ',
  ج: 'گچژ',
  ب: 'پ',
  ف: 'ڤ',
  ه: 'ةہۃھە',
};
/** Latin letters that are not a base letter with an accent. */
const latin: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ł: 'l',
  ı: 'i',
};
const replacements = new Map<string, string>([
  ...Object.entries(variants).flatMap(([letter, forms]) => [...forms].map((form) => [form, letter] as const)),
  ...Object.entries(latin),
  ...[...'٠١٢٣٤٥٦٧٨٩'].map((digit, value) => [digit, String(value)] as const),
  ...[...'۰۱۲۳۴۵۶۷۸۹'].map((digit, value) => [digit, String(value)] as const),
]);

/**
 * Folds a text for comparison: no case, no accents, Arabic without vowel marks, tatweel and letter variants, Western
 * digits, and «عبد الله» as «عبدالله».
 */
export function foldText(text: string): string {
  const plain = text.normalize('NFKD').replace(anyMark, '').normalize('NFC').toLowerCase();
  return Array.from(plain, (letter) => replacements.get(letter) ?? letter)
    .join('')
    .replace(/(?<![\p{L}\p{N}_])(و?عبد)\s+(?=ال)/gu, '$1');
}
