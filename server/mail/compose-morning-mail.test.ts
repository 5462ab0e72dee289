import { describe, expect, it } from 'vitest';
import { duoworks } from '../../app/brands/duoworks.ts';
import type { CountedFigure } from '../../app/lib/morning-figures.ts';
import { composeMorningMail } from './compose-morning-mail.ts';

const counted = (tenant_id: string, figure: CountedFigure['figure'], more: Partial<CountedFigure>) => ({
  ...{ tenant_id, figure, entries: 0, amount: 0, entries_before: 0, amount_before: 0 },
  ...more,
});
const stores = [
  { id: 'duoworks', name: 'Duoworks' },
  { id: 'casecraft', name: 'Casecraft <b>' },
];
const figures = [
  counted('duoworks', 'sold', { entries: 2, amount: 1250.5, entries_before: 1, amount_before: 300 }),
  counted('casecraft', 'sold', { entries: 1, amount: 99.5 }),
  counted('duoworks', 'orders_late', { entries: 3 }),
  counted('casecraft', 'orders_late', {}),
  counted('duoworks', 'to_pack', {}),
];
const place = { id: 'p-2026-03-02', pageUrl: 'https://duoworks.example/admin/morning' };
const mailOf = (some: Partial<Parameters<typeof composeMorningMail>[0]> = {}, language: 'en' | 'ar' = 'en') =>
  composeMorningMail(
    { email: 'mona@example.com', day: '2026-03-01', figures, stores, ...some },
    { ...duoworks, defaultLanguage: language },
    place,
  );
/** Without the spaces that keep words together. */
const plain = (text = '') => text.replaceAll('\u00a0', ' ').replaceAll(/[\u2068\u2069]/g, '');

describe('the mail of the morning', () => {
  it('has each store’s figures, then their sum, and leaves out what is zero', () => {
    const { to, subject, text } = mailOf();
    expect(to).toBe('mona@example.com');
    expect(plain(subject)).toBe('Your stores: the morning of Sun 1 Mar');
    expect(plain(text)).toContain(`SOLD AND CAME IN
Sales
  Duoworks: 1,250.50 EGP (A week before: 300 EGP)
  Casecraft <b>: 99.50 EGP
  All stores: 1,350 EGP (A week before: 300 EGP)

LATE
Orders past the promised day
  Duoworks: 3
  All stores: 3
`);
    expect(text).not.toContain('to pack');
  });

  it('links each figure to its rows, and escapes names', () => {
    const { html } = mailOf();
    for (const query of [
      'figure=sold&amp;store=duoworks&amp;day=2026-03-01',
      'figure=sold&amp;day=2026-03-01',
      'figure=orders_late&amp;store=duoworks',
    ])
      expect(html).toContain(`href="${place.pageUrl}?${query}"`);
    expect(html).toContain('Casecraft &lt;b&gt;');
  });

  it('of a single store names it in the subject only', () => {
    const { subject, text } = mailOf({ stores: stores.slice(0, 1) });
    expect(plain(subject)).toBe('Duoworks: the morning of Sun 1 Mar');
    expect(plain(text)).toContain('Sales: 1,250.50 EGP (A week before: 300 EGP)');
    expect(text).not.toContain('All stores');
  });

  it('is written in the reader’s language', () => {
    const { subject, html } = mailOf({}, 'ar');
    expect(plain(subject)).toBe('متاجرك: صباح الأحد 1 مارس');
    expect(html).toContain('dir="rtl"');
    expect(html).toContain('طلبات تجاوزت اليوم الموعود');
  });
});
