import { expect, it } from 'vitest';
import { lawNotice } from './consumer-law.ts';

it.each([
  ['returns', 'returnDays', '1', 'law_returnDays'],
  ['returns', 'returnDays', '١٣', 'law_returnDays'],
  ['returns', 'returnDays', '14', undefined],
  ['returns', 'returnDays', '', undefined],
  ['returns', 'faultDays', '29', 'law_faultDays'],
  ['returns', 'faultDays', '30', undefined],
  ['returns', 'keepsDeliveryFee', 'true', undefined],
  ['shipping', 'returnDays', '1', undefined],
] as const)('for the setting %s %s of “%s” staff see a legal notice: %s', (group, path, value, notice) => {
  expect(lawNotice(group, path, value)).toBe(notice);
});
