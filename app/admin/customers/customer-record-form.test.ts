import { describe, expect, it } from 'vitest';
import {
  customerRecordColumns,
  customerRecordForm,
  customerRecordFormValues,
  tagsIn,
} from './customer-record-form.ts';

const typed = { tags: '', note: '', blocked: false, blockedReason: '' };

describe('staff’s record of a customer', () => {
  it('splits tags at commas and keeps the first spelling of each', () => {
    expect(tagsIn(' VIP, regular,, vip ,Wholesale  Cairo;gift\nREGULAR')).toEqual([
      ...['VIP', 'regular', 'Wholesale Cairo', 'gift'],
    ]);
    expect(tagsIn('مميز، جملة؛ قديم')).toEqual(['مميز', 'جملة', 'قديم']);
  });

  it('is stored as typed, and fills the form again', () => {
    const form = { tags: 'VIP, Gift', note: 'Rings twice', blocked: true, blockedReason: 'Never paid' };
    const stored = { id: '1', version: 3, ...customerRecordColumns(form) };
    expect(stored).toMatchObject({ tags: ['VIP', 'Gift'], blocked_reason: 'Never paid' });
    expect(customerRecordFormValues(stored)).toEqual(form);
    expect(customerRecordFormValues(null)).toEqual(typed);
  });

  it('drops the reason for blocking once the customer is unblocked', () => {
    expect(customerRecordColumns({ ...typed, blockedReason: 'Never paid' }).blocked_reason).toBeNull();
  });

  it.each([
    ['more than 20 tags', { tags: Array.from({ length: 21 }, (_, n) => `t${n}`).join() }, 'tags'],
    ['a tag of more than 40 characters', { tags: 'x'.repeat(41) }, 'tags'],
    ['a note of more than 5,000 characters', { note: 'x'.repeat(5_001) }, 'note'],
    ['a block without a reason', { blocked: true, blockedReason: ' ' }, 'blockedReason'],
  ])('rejects %s', (_, change, field) => {
    const read = customerRecordForm.safeParse({ ...typed, ...change });
    expect(read.error?.issues.map(({ path }) => path)).toEqual([[field]]);
  });
});
