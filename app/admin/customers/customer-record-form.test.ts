import { describe, expect, it } from 'vitest';
import {
  customerRecordColumns,
  customerRecordForm,
  customerRecordFormValues,
  tagsIn,
} from './customer-record-form.ts';

const typed = { tags: '', note: '', blocked: false, blockedReason: '' };

describe('what staff keep about a customer', () => {
  it('takes tags apart at commas and keeps each once, as it was written first', () => {
    expect(tagsIn(' VIP, regular,, vip ,Wholesale  Cairo;gift\nREGULAR')).toEqual([
      ...['VIP', 'regular', 'Wholesale Cairo', 'gift'],
    ]);
    expect(tagsIn('مميز، جملة؛ قديم')).toEqual(['مميز', 'جملة', 'قديم']);
  });

  it('is stored as it was typed, and fills the form again', () => {
    const form = { tags: 'VIP, Gift', note: 'Rings twice', blocked: true, blockedReason: 'Never paid' };
    const stored = { id: '1', version: 3, ...customerRecordColumns(form) };
    expect(stored).toMatchObject({ tags: ['VIP', 'Gift'], blocked_reason: 'Never paid' });
    expect(customerRecordFormValues(stored)).toEqual(form);
    expect(customerRecordFormValues(null)).toEqual(typed);
  });

  it('forgets why somebody was blocked once they are not', () => {
    expect(customerRecordColumns({ ...typed, blockedReason: 'Never paid' }).blocked_reason).toBeNull();
  });

  it.each([
    ['more than 20 tags', { tags: Array.from({ length: 21 }, (_, n) => `t${n}`).join() }, 'tags'],
    ['a tag of more than 40 characters', { tags: 'x'.repeat(41) }, 'tags'],
    ['a note of more than 5,000 characters', { note: 'x'.repeat(5_001) }, 'note'],
    ['a block without a reason', { blocked: true, blockedReason: ' ' }, 'blockedReason'],
  ])('is refused with %s', (_, change, field) => {
    const read = customerRecordForm.safeParse({ ...typed, ...change });
    expect(read.error?.issues.map(({ path }) => path)).toEqual([[field]]);
  });
});
