import { typedNumber } from '#app/lib/typed-number.ts';
import type { SettingsGroup } from './settings-groups.ts';

/**
 * Minimum days of Egypt's consumer protection law (181 of 2018) for returning goods not made to order, and
 * for reporting a fault.
 */
const lawfulDays = { returnDays: 14, faultDays: 30 } as const;

/** Returns the text key of the legal minimum if a store's setting is below it; undefined otherwise. */
export function lawNotice(
  group: SettingsGroup,
  path: string,
  value: unknown,
): 'law_returnDays' | 'law_faultDays' | undefined {
  if (group !== 'returns' || (path !== 'returnDays' && path !== 'faultDays')) return undefined;
  return typedNumber(String(value)) < lawfulDays[path] ? `law_${path}` : undefined;
}
