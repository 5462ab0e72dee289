import type { TranslationValues } from 'use-intl/core';
import type { Messages } from './languages.ts';

/** What stands between has the direction of its own letters, and the sentence around it keeps its order. */
const firstStrongIsolate = '\u2068';
const popIsolate = '\u2069';
const isolates = { ltr: '\u2066', rtl: '\u2067' };

const isolated = (text: string): string => `${firstStrongIsolate}${text}${popIsolate}`;

/** A text without marks of direction: subjects of mails and text messages are shown by programs that draw them as boxes. */
export const withoutIsolation = (text: string): string => text.replace(/[\u202a-\u202e\u2066-\u2069]/g, '');

const fromRight = /[\u0590-\u08ff\ufb1d-\ufefc]/;

/** A text inside a line of a direction: isolated, but for what has no Arabic letters in a line from left to right. */
export function isolate(text: string, direction: 'ltr' | 'rtl'): string {
  return direction === 'rtl' || fromRight.test(text) ? isolated(text) : text;
}

/** A text of several that keeps a direction wherever it stands; one without Arabic letters has it from left to right. */
export function isolateIn(direction: 'ltr' | 'rtl', text: string): string {
  if (text === '' || (direction === 'ltr' && !fromRight.test(text))) return text;
  return `${isolates[direction]}${text}${popIsolate}`;
}

/**
 * A message from right to left whose arguments are isolated: in an Arabic sentence most are numbers, codes and Latin names.
 * Signs stay with their figures. Arguments that choose a case or that are formatted as a number stay as they are.
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

/** Messages from right to left whose arguments are isolated, by key. */
export function withIsolatedArgumentsIn<M extends Messages>(messages: M): M {
  const isolatedMessages = Object.entries(messages).map(([key, message]) => [
    key,
    withIsolatedArguments(message),
  ]);
  return Object.fromEntries(isolatedMessages);
}

/** Values for a message from left to right; of its texts those with Arabic letters are isolated. */
export const isolateValues = (values: TranslationValues): TranslationValues =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' && fromRight.test(value) ? isolated(value) : value,
    ]),
  );
