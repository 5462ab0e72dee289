import { afterEach, describe, expect, it } from 'vitest';
import { duoworks } from '../../app/brands/duoworks.ts';
import { presets } from '../../app/brands/presets.ts';
import { registerBrands } from '../brands/brand-registry.ts';
import { composeStaffMail, type StaffNotification, staffPagePath } from './compose-staff-mail.ts';

const place = {
  id: '7-1',
  pageUrl: 'https://duoworks.example/admin/orders',
  settingsUrl: 'https://duoworks.example/admin/settings?tab=notifications',
};
const told = (topic: StaffNotification['topic'], items: StaffNotification['items']): StaffNotification => ({
  ...{
    id: 'c1',
    tenant_id: 'duoworks',
    channel: 'email',
    email: 'mona@example.com',
    phone: '',
    language: 'en',
  },
  ...{ topic, items, notification_ids: [1] },
});
const order = (number: number) => ({ id: `o${number}`, number: `DU-${number}`, total: 450, happening: '' });
const textOf = (notification: StaffNotification, language: 'en' | 'ar' = 'en') =>
  composeStaffMail(notification, { ...duoworks, defaultLanguage: language }, place).text;

afterEach(() => registerBrands([]));

describe('a mail to staff', () => {
  it('lists the new orders with their totals, and leads to the office and to where it was chosen', () => {
    const mail = composeStaffMail(told('new_order', [order(1), order(2)]), duoworks, place);
    expect(mail).toMatchObject({ to: 'mona@example.com', subject: '2 new orders at Duoworks' });
    for (const phrase of ['DU-1: 450\u00a0EGP', 'DU-2', place.pageUrl, place.settingsUrl])
      expect(mail.text.replace(/450 EGP/g, '450\u00a0EGP')).toContain(phrase);
  });

  it.each([
    ['problem', { number: 'DU-1', happening: 'refund_failed' }, 'DU-1: a refund failed'],
    ['problem', { number: 'DU-1', happening: 'of_a_newer_database' }, 'DU-1: of_a_newer_database'],
    ['low_stock', { name: 'Hoodie', variant: 'M / Black', stock: 1 }, 'Hoodie, M / Black: 1 left'],
    ['low_stock', { name: 'Mug', variant: '', stock: 0 }, 'Mug: sold out'],
    ['failed_job', { happening: 'send_email', note: '550 no such user' }, 'send_email: 550 no such user'],
    ['for_me', { number: 'DU-1', happening: 'mentioned' }, 'DU-1: a note mentions you'],
    ['for_me', { happening: 'conversation' }, 'A conversation is assigned to you'],
  ] as const)('says of %s what happened: %j', (topic, item, line) => {
    expect(textOf(told(topic, [item]))).toContain(line);
  });

  it('counts what a flood of orders leaves no room for', () => {
    const many = Array.from({ length: 25 }, (_, at) => order(at));
    const text = textOf(told('new_order', many));
    expect(text).toContain('And 5 more.');
    expect(text.match(/DU-/g)).toHaveLength(20);
  });

  it('is written in the recipient’s language', () => {
    expect(textOf(told('low_stock', [{ name: 'قميص', variant: '', stock: 2 }]), 'ar')).toContain(
      'بقيت قطعتان',
    );
  });

  it('of a failed job comes from the installation’s address, as the store’s own may be what failed', () => {
    const own = { sender: 'orders@delta.example', replyTo: null, signature: { en: '', ar: '' }, seller: {} };
    registerBrands(presets, { letterheads: new Map([['duoworks', own]]) });
    const from = (topic: StaffNotification['topic']) =>
      composeStaffMail(told(topic, [{}]), duoworks, place).from;
    expect(from('new_order')).toEqual({ name: 'Duoworks', address: 'orders@delta.example' });
    expect(from('failed_job')).toEqual({ name: 'Duoworks' });
  });
});

it.each([
  ['new_order', [order(1)], '/admin/orders?order=o1'],
  ['new_order', [order(1), order(2)], '/admin/orders'],
  ['problem', [order(1), order(1)], '/admin/orders?order=o1'],
  ['low_stock', [{ id: 'p1' }], '/admin/products/edit/p1'],
  ['low_stock', [{ id: 'p1' }, { id: 'p2' }], '/admin/products?stock=low'],
  ['failed_job', [{}], '/admin/failed-jobs'],
  ['for_me', [{ id: 'o1', number: 'DU-1' }], '/admin/orders?order=o1'],
  ['for_me', [{ id: 'c1' }], '/admin/customers?tab=messages&conversation=c1'],
  ['for_me', [{ id: 'o1', number: 'DU-1' }, { id: 'c1' }], '/admin/for-me'],
] as const)('a mail about %s leads to the page where something can be done', (topic, items, path) => {
  expect(staffPagePath({ topic, items: [...items] })).toBe(path);
});
