import { foldText } from '../../app/lib/folded-text.ts';

const folded = (words: Iterable<string>) => new Set(Array.from(words, foldText));

/** Words that opt out when they are the whole reply. */
const STOP = folded([
  ...['stop', 'stopall', 'unsubscribe', 'cancel', 'end', 'quit', 'revoke', 'optout', 'opt out'],
  ...['ايقاف', 'اوقف', 'اوقفوا', 'وقف', 'توقف', 'الغاء', 'الغاء الاشتراك'],
]);
const START = folded(['start', 'unstop', 'اشتراك']);
/** Polite or more precise forms, such as “Stop. Thank you” and “وقف الرسائل”. People read longer sentences. */
const STOP_FIRST = folded(['stop', 'وقف', 'ايقاف', 'اوقف']);
const MOST_WORDS = 3;

const plainWords = (text: string) =>
  foldText(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** `true` if a reply opts out, `false` if it opts in again, else `undefined` (docs/product.md, Messages). */
export function optsOut(text: string): boolean | undefined {
  const words = plainWords(text);
  const phrase = words.join(' ');
  if (STOP.has(phrase) || (words.length <= MOST_WORDS && STOP_FIRST.has(words[0] ?? ''))) return true;
  return START.has(phrase) ? false : undefined;
}
