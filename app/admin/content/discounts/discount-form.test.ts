import { describe, expect, it } from 'vitest';
import { discountColumns, discountForm, discountFormValues } from './discount-form.ts';

const entered = { ...discountFormValues(null), code: 'summer-10', value: '10' };

function refused(changes: Partial<typeof entered>): string[] {
  const result = discountForm.safeParse({ ...entered, ...changes });
  return result.success ? [] : result.error.issues.map((issue) => issue.path.join('.'));
}

describe('the discount code form', () => {
  it('converts to a row, with the code in capitals', () => {
    const form = discountForm.parse({ ...entered, totalLimit: '50', from: '2026-01-10T00:00' });
    expect(discountColumns(form, null)).toMatchObject({
      code: 'SUMMER-10',
      kind: 'percent',
      value: 10,
      minimum_subtotal: 0,
      total_limit: 50,
      per_person_limit: null,
      starts_at: '2026-01-09T22:00:00.000Z',
      ends_at: null,
    });
  });

  it('accepts a decimal comma', () => {
    const form = discountForm.parse({ ...entered, kind: 'fixed', value: '12,50', minimum: '99,5' });
    expect(discountColumns(form, null)).toMatchObject({ value: 12.5, minimum_subtotal: 99.5 });
  });

  it('ignores the value for free delivery', () => {
    const form = discountForm.parse({ ...entered, kind: 'free_shipping', value: 'rubbish' });
    expect(discountColumns(form, null)).toMatchObject({ kind: 'free_shipping', value: 0 });
  });

  it.each([
    [{ code: 'a' }, 'code'],
    [{ code: 'two.words' }, 'code'],
    [{ code: '<b>' }, 'code'],
    [{ value: '0' }, 'value'],
    [{ value: '101' }, 'value'],
    [{ value: '' }, 'value'],
    [{ kind: 'fixed' as const, value: '-5' }, 'value'],
    [{ kind: 'fixed' as const, value: '1.234' }, 'value'],
    [{ minimum: 'much' }, 'minimum'],
    [{ totalLimit: '0' }, 'totalLimit'],
    [{ perPersonLimit: '1.5' }, 'perPersonLimit'],
    [{ from: '2026-03-02T10:00', to: '2026-03-01T10:00' }, 'to'],
  ])('rejects %j at %s', (changes, path) => {
    expect(refused(changes)).toEqual([path]);
  });

  it('reads back unchanged', () => {
    const form = discountForm.parse({ ...entered, minimum: '250.5', perPersonLimit: '1' });
    const row = {
      ...discountColumns(form, null),
      id: '',
      tenant_id: '',
      user_id: null,
      version: 1,
    };
    const stored = { ...row, created_at: '', updated_at: '' };
    expect(discountFormValues(stored)).toEqual(form);
  });
});
