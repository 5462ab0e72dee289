import { formatParts } from './format.ts';
import { isolate, isolateIn } from './isolation.ts';
import { directionOf, pageLanguage } from './page-language.ts';

/**
 * Joins texts that people typed, such as the parts of an address, in the page's direction. Without this, a row that
 * starts with Latin letters would run left to right on an Arabic page.
 */
export function isolatedRow(parts: readonly string[], language = pageLanguage()): string {
  const direction = directionOf(language);
  const isolated = parts.map((part) => (part === '' ? '' : isolate(part, direction)));
  return isolateIn(direction, formatParts(isolated, language));
}
