import { describe, expect, it } from 'vitest';
import { formatDateTime } from '#app/i18n/format.ts';
import { columnLabel } from '../ui/format-value.ts';
import { auditFilter, fieldChanges } from './audit-filter.ts';

describe('the audit log', () => {
  it('is filtered by the URL, where invalid values are ignored', () => {
    const query = new URLSearchParams({ search: ' cap ', resource: 'products', action: 'delete', page: '3' });
    expect(auditFilter(query)).toEqual({
      search: 'cap',
      table: 'products',
      action: 'delete',
      sort: '-when',
      page: 3,
    });
    expect(auditFilter(new URLSearchParams({ resource: 'auth.users', action: 'drop' }))).toEqual(
      auditFilter(new URLSearchParams()),
    );
  });

  it('names the settings that changed', () => {
    const before = {
      shipping: { expressShippingFee: 50, defaultShippingFee: 30 },
    };
    const after = {
      shipping: { expressShippingFee: 1200, defaultShippingFee: 30 },
    };
    const changes = fieldChanges('settings', before, after);
    expect(changes).toEqual([{ field: 'shipping.expressShippingFee', before: '50', after: '1,200' }]);
    expect(changes.map(({ field }) => columnLabel(field))).toEqual(['Shipping: Express delivery in EGP']);
  });

  it('names variants and their columns', () => {
    const changes = fieldChanges(
      'products',
      { variants: { 'M / navy': { stock: 1, price: null }, '1.5 m': { price: 90 } } },
      {
        variants: {
          'M / navy': { stock: 6, price: null },
          '1.5 m': { price: 80 },
          L: { option1: 'L', stock: 2 },
        },
      },
    );
    expect(changes.map(({ field, before, after }) => [columnLabel(field), before, after])).toEqual([
      ['Stock of M / navy', '1', '6'],
      ['Price of 1.5 m', '90 EGP', '80 EGP'],
      ['Stock of L', '', '2'],
    ]);
  });

  it('names texts and their languages', () => {
    const before = { translations: { ar: { name: 'كاب', material: { Cotton: 'قطن' } } } };
    const after = { translations: { ar: { name: 'قبعة', material: { Cotton: 'قطن', 'Rib 1.5': 'ضلع' } } } };
    const changesOf = (table: string, was: unknown, is: unknown) =>
      fieldChanges(table, was, is).map(({ field, before, after }) => [columnLabel(field), before, after]);
    expect(changesOf('products', before, after)).toEqual([
      ['Name (Arabic)', 'كاب', 'قبعة'],
      ['Materials: Rib 1.5 (Arabic)', '', 'ضلع'],
    ]);
    expect(changesOf('banners', { translations: {} }, { translations: { ar: { title: 'أسبوع' } } })).toEqual([
      ['Title (Arabic)', '', 'أسبوع'],
    ]);
    expect(
      changesOf('settings', { translations: {} }, { translations: { ar: { legal: { terms: 'شروط' } } } }),
    ).toEqual([['Legal texts: Terms of Service (Arabic)', '', 'شروط']]);
  });

  it('lists changes field by field', () => {
    expect(fieldChanges('products', { price: 90, size: null }, { price: 80, size: ['M'] })).toEqual([
      { field: 'price', before: '90 EGP', after: '80 EGP' },
      { field: 'size', before: '', after: 'M' },
    ]);
    expect(fieldChanges('products', null, { id: '1', name: 'Cap', brand: null })).toEqual([
      { field: 'name', before: undefined, after: 'Cap' },
    ]);
    expect(fieldChanges('products', { name: 'Cap' }, null)).toEqual([
      { field: 'name', before: 'Cap', after: undefined },
    ]);
    expect(fieldChanges('products', null, null)).toEqual([]);
    expect(
      fieldChanges('products', { category_id: 'c1' }, { category_id: 'c2' }, { c1: 'Caps', c2: 'Hoods' }),
    ).toEqual([{ field: 'category_id', before: 'Caps', after: 'Hoods' }]);
    expect(fieldChanges('products', { category_id: 'c1' }, { category_id: null })).toEqual([
      { field: 'category_id', before: 'a category that is gone', after: '' },
    ]);
    expect(fieldChanges('reviews', null, { user_id: 'u1', order_id: 'o1' })).toEqual([]);
    expect(
      fieldChanges(
        'orders',
        { status: 'in_production', payment_status: 'paid', is_active: true },
        { status: 'shipped', payment_status: 'refund_due', is_active: false },
      ),
    ).toEqual([
      { field: 'status', before: 'In production', after: 'Shipped' },
      { field: 'payment_status', before: 'paid', after: 'refund due' },
      { field: 'is_active', before: 'Yes', after: 'No' },
    ]);
    expect(fieldChanges('delivery_slots', null, { day_of_week: 6 })[0]?.after).toBe('Saturday');
    expect(fieldChanges('reviews', { status: 'pending' }, { status: 'rejected' })[0]?.after).toBe('Refused');
    expect(
      fieldChanges(
        'conversations',
        { answered_at: null, unread_by_staff: 1 },
        { answered_at: '2026-03-05T10:15:00+00:00', unread_by_staff: 0 },
      ),
    ).toEqual([{ field: 'answered_at', before: '', after: formatDateTime('2026-03-05T10:15:00Z') }]);
  });
});
