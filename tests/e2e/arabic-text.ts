import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT } from '../support/store-process.ts';

/** The stores' Arabic texts. */
export function arabicText(namespace: string, key: string): string {
  const file = join(PROJECT, 'app/i18n/texts/ar', `${namespace}.json`);
  return (JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>)[key] ?? '';
}
