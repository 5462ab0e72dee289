import { expect, it } from 'vitest';
import { columnLabel, formatValue } from './format-value.ts';

const shown = (table: string, field: string, value: unknown) => formatValue(table, field, value, {});

it('formats times, days and hours for people, in any column', () => {
  expect(shown('banners', 'end_date', '2026-11-28T21:59:00+00:00')).toBe('28 Nov 2026, 23:59');
  expect(shown('discounts', 'ends_at', '2026-07-28T20:59:59.5+00:00')).toBe('28 Jul 2026, 23:59');
  expect(shown('orders', 'slot_date', '2026-03-05')).toBe('5 Mar 2026');
  expect(shown('delivery_slots', 'from_time', '09:30:00')).toBe('09:30');
});

it('leaves a text alone that only starts like a day', () => {
  expect(shown('products', 'name', '2026-03-05 tour shirt')).toBe('2026-03-05 tour shirt');
});

it('lists a zone’s fees by method', () => {
  const rates = [
    { fee: 45, method: 'standard' },
    { fee: 80.5, method: 'express' },
  ];
  expect(shown('shipping_zones', 'rates', rates)).toBe('Standard: 45 EGP, Express: 80.50 EGP');
});

it('names a brand’s columns and their values as its form does', () => {
  expect(columnLabel('display_weight', 'brands')).toBe('Weight of headings');
  expect(columnLabel('translations.ar.hero_title', 'brands')).toBe('Headline (Arabic)');
  expect(columnLabel('part_looks.bottomBar', 'brands')).toBe('Bar at the bottom on phones');
  expect(shown('brands', 'part_looks.bottomBar', 'product-lab')).toBe('Product lab');
  expect(shown('brands', 'home_sections', ['deals', 'story'])).toBe('Offers, Story');
});
