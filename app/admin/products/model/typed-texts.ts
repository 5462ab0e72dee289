import { cleanText } from '#app/lib/typed-text.ts';

/** Returns texts each once, however their letters are written. */
const eachOnce = (texts: readonly string[]): string[] => [
  ...new Map(texts.map((each) => [each.toLowerCase(), each])).values(),
];

/** Parses tags with commas between them. */
export const typedTags = (typed: string): string[] =>
  eachOnce(typed.split(/[,،\n]/).flatMap((tag) => cleanText(tag) || []));

/** Parses the addresses of pages, one per line. */
export const typedPaths = (typed: string): string[] =>
  eachOnce(typed.split(/[\r\n]+/).flatMap((path) => cleanText(path) || []));
