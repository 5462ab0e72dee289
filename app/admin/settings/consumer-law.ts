import { typedNumber } from '#app/lib/typed-number.ts';
import type { SettingsGroup } from './settings-groups.ts';

/**
 * Days that Egypt's consumer protection law (181 of 2018) gives: to give back what was not made to order, and to report a
 * fault.
 */
const lawfulDays = { returnDays: 14, faultDays: 30 } as const;

/** What the law asks where a store sets less, as the key of its message; undefined elsewhere. */
export function lawNotice(
  group: SettingsGroup,
  path: string,
  value: unknown,
): 'law_returnDays' | 'law_faultDays' | undefined {
  if (group !== 'returns' || (path !== 'returnDays' && path !== 'faultDays')) return undefined;
  return typedNumber(String(value)) < lawfulDays[path] ? `law_${path}` : undefined;
}
