import type { TranslationValues } from 'use-intl/core';
import type { Texts } from './languages.ts';

/** The text between takes its direction from its own letters, and does not reorder the sentence around it. */
const firstStrongIsolate = '\u2068';
const popIsolate = '\u2069';
const isolates = { ltr: '\u2066', rtl: '\u2067' };

const isolated = (text: string): string => `${firstStrongIsolate}${text}${popIsolate}`;

/** Removes direction marks: programs that show mail subjects and text messages draw them as boxes. */
export const withoutIsolation = (text: string): string => text.replace(/[\u202a-\u202e\u2066-\u2069]/g, '');

const fromRight = /[\u0590-\u08ff\ufb1d-\ufefc]/;

/** Isolates a text inside a line of a direction, unless it has no Arabic letters in a left-to-right line. */
export function isolate(text: string, direction: 'ltr' | 'rtl'): string {
  return direction === 'rtl' || fromRight.test(text) ? isolated(text) : text;
}

/** Fixes the direction of a text. In a left-to-right context, a text without Arabic letters needs no marks. */
export function isolateIn(direction: 'ltr' | 'rtl', text: string): string {
  if (text === '' || (direction === 'ltr' && !fromRight.test(text))) return text;
  return `${isolates[direction]}${text}${popIsolate}`;
}

/**
 * Isolates the arguments of a right-to-left message: in an Arabic sentence most are numbers, codes and Latin names.
 * Signs stay with their numbers. Selectors and arguments formatted as numbers stay as they are.
 */
function withIsolatedArguments(message: string): string {
  // Inside an argument, braces hold the text of a case.
  let depth = 0;
  return message.replaceAll(/[−+]?\{\w+\}%?|[−+]\{\w+, number\}%?|\{\w+, number\}%|[{}]/g, (part) => {
    if (part === '{') depth += 1;
    else if (part === '}') depth -= 1;
    else if (depth % 2 === 0) return isolated(part);
    return part;
  });
}

/** Isolates the arguments of right-to-left texts, by key. */
export function withIsolatedArgumentsIn<M extends Texts>(texts: M): M {
  const isolatedTexts = Object.entries(texts).map(([key, text]) => [key, withIsolatedArguments(text)]);
  return Object.fromEntries(isolatedTexts);
}

/** Values for a left-to-right text; texts with Arabic letters are isolated. */
export function isolateValues(values: TranslationValues): TranslationValues {
  let shown = values;
  for (const [name, value] of Object.entries(values)) {
    if (typeof value === 'string' && fromRight.test(value)) shown = { ...shown, [name]: isolated(value) };
  }
  return shown;
}
