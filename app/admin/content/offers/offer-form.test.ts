import { describe, expect, it } from 'vitest';
import { offerColumns, offerForm, offerFormValues } from './offer-form.ts';

const entered = { ...offerFormValues(null), name: 'Three for two', value: '100', kind: 'cheapest' as const };

function refused(changes: Partial<typeof entered> | { kind: string }): string[] {
  const result = offerForm.safeParse({ ...entered, ...changes });
  return result.success ? [] : result.error.issues.map((issue) => issue.path.join('.'));
}

describe('the offer form', () => {
  it('converts to a row, with times in UTC and days in order', () => {
    const form = offerForm.parse({ ...entered, days: ['6', '4'], from: '2026-01-10T00:00', budget: '1500' });
    expect(offerColumns(form, null)).toMatchObject({
      name: 'Three for two',
      kind: 'cheapest',
      value: 100,
      set_size: 3,
      reduced_pieces: 1,
      weekdays: [4, 6],
      starts_at: '2026-01-09T22:00:00.000Z',
      budget: 1500,
      total_limit: null,
      margin_percent: null,
      with_codes: true,
    });
  });

  it('leaves out what its kind does not use', () => {
    const form = offerForm.parse({ ...entered, kind: 'free_shipping', value: 'rubbish', setSize: '99' });
    expect(offerColumns(form, null)).toMatchObject({ value: 0, set_size: null, reduced_pieces: null });
  });

  it.each([
    [{ name: ' ' }, 'name'],
    [{ value: '101' }, 'value'],
    [{ value: '' }, 'value'],
    [{ kind: 'price', value: '0' }, 'value'],
    [{ setSize: '1', reducedPieces: '' }, 'setSize'],
    [{ setSize: '21' }, 'setSize'],
    [{ reducedPieces: '3' }, 'reducedPieces'],
    [{ minimumPieces: '1001' }, 'minimumPieces'],
    [{ minimumAmount: 'much' }, 'minimumAmount'],
    [{ totalLimit: '0' }, 'totalLimit'],
    [{ budget: '0' }, 'budget'],
    [{ margin: '-1', withCodes: false }, 'margin'],
    [{ margin: '10', withCodes: true }, 'margin'],
    [{ from: '2026-03-02T10:00', to: '2026-03-01T10:00' }, 'to'],
  ])('rejects %j at %s', (changes, path) => {
    expect(refused(changes)).toContain(path);
  });
});
