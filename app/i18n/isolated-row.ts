import { formatParts } from './format.ts';
import { isolate, isolateIn } from './isolation.ts';
import { directionOf, pageLanguage } from './page-language.ts';

/**
 * Texts that people typed in a row, such as the parts of an address, in the order of the language around them. What isolates
 * the row looks at its first letters, and one that begins in the other script would be read from the wrong end.
 */
export function isolatedRow(parts: readonly string[], language = pageLanguage()): string {
  const direction = directionOf(language);
  const isolated = parts.map((part) => (part === '' ? '' : isolate(part, direction)));
  return isolateIn(direction, formatParts(isolated, language));
}
