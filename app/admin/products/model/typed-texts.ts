import { cleanText } from '#app/lib/typed-text.ts';

/** Removes duplicates, ignoring case. */
const eachOnce = (texts: readonly string[]): string[] => [
  ...new Map(texts.map((each) => [each.toLowerCase(), each])).values(),
];

/** Parses comma-separated tags. */
export const typedTags = (typed: string): string[] =>
  eachOnce(typed.split(/[,،\n]/).flatMap((tag) => cleanText(tag) || []));

/** Parses page addresses, one per line. */
export const typedPaths = (typed: string): string[] =>
  eachOnce(typed.split(/[\r\n]+/).flatMap((path) => cleanText(path) || []));
