/*
 * A scanner is a keyboard with American keys: it presses the key of a letter, whatever layout the computer has. With an
 * Arabic layout, DW-4K arrives as ]ص-4ن.
 */

/** A pressed key as browsers report it. */
export type Key = Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey'>;

/** The signs of keys that are neither letters nor digits, plain and with Shift. */
const signs: Readonly<Record<string, string>> = {
  Minus: '-_',
  Equal: '=+',
  Slash: '/?',
  Backslash: '\\|',
  Period: '.>',
  Comma: ',<',
  Semicolon: ';:',
  Quote: `'"`,
  BracketLeft: '[{',
  BracketRight: ']}',
  Backquote: '`~',
  Space: '  ',
};
const shiftedDigits = ')!@#$%^&*(';

/** What a key types on an American keyboard. */
function americanSign({ key, code, shiftKey }: Key): string {
  const letter = /^Key([A-Z])$/.exec(code)?.[1];
  if (letter) return shiftKey ? letter : letter.toLowerCase();
  const digit = /^Digit(\d)$/.exec(code)?.[1];
  if (digit) return shiftKey ? shiftedDigits.charAt(Number(digit)) : digit;
  return signs[code]?.charAt(shiftKey ? 1 : 0) ?? key;
}

/** Whether a letter's key types something else than a Latin letter. */
const isForeign = ({ key, code }: Key): boolean => /^Key[A-Z]$/.test(code) && !/^[a-z]$/i.test(key);

/** Returns what a scanner's keys mean; Latin layouts, such as a scanner's own French one, are taken as they type. */
export function textOfKeys(keys: readonly Key[]): string {
  const isLatin = !keys.some(isForeign);
  return keys.map((key) => (isLatin ? key.key : americanSign(key))).join('');
}

/** The letters of the Arabic layout in the order of the American keys below. Some keys write two letters. */
const arabic = [
  ...['لا', 'ض', 'ص', 'ث', 'ق', 'ف', 'غ', 'ع', 'ه', 'خ', 'ح', 'ش', 'س', 'ي', 'ب', 'ل', 'ا', 'ت', 'ن', 'م'],
  ...['ئ', 'ء', 'ؤ', 'ر', 'ى', 'ة', 'و', 'ز', 'ظ', 'ج', 'د', 'ك', 'ط', 'ذ'],
  // With Shift.
  ...[
    'لآ',
    'لأ',
    'لإ',
    'َ',
    'ً',
    'ُ',
    'ٌ',
    '‘',
    '÷',
    '×',
    'ِ',
    'ٍ',
    ']',
    '[',
    'أ',
    'ـ',
    '،',
    '/',
    '~',
    'ْ',
    '}',
    '{',
    'آ',
    '’',
    'إ',
  ],
];
const american = [..."bqwertyuiopasdfghjklzxcvnm,./[];'`", ...'BGTQWERUIOASDFHJKLZXCVNMY'];
const keyOf = new Map(arabic.map((letter, index) => [letter, american[index] ?? letter]));
const longestFirst = [...keyOf.keys()].toSorted((one, other) => other.length - one.length);
const anyLetter = new RegExp(longestFirst.map((letter) => letter.replace(/[[\]{}]/, '\\$&')).join('|'), 'g');

/** Returns a code that was typed into a field with an Arabic layout in Latin letters; any other text as it is. */
export function latinCode(typed: string): string {
  if (!/\p{Script=Arabic}/u.test(typed.replace(/\p{N}/gu, ''))) return typed;
  return typed.replace(anyLetter, (letter) => keyOf.get(letter) ?? letter);
}
