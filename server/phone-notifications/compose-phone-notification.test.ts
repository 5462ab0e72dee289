import { expect, it } from 'vitest';
import type { Brand } from '../../app/brands/brand.ts';
import { brandInLanguage } from '../../app/brands/brand-in-language.ts';
import { meeplehouse } from '../../app/brands/meeplehouse.ts';
import { presets } from '../../app/brands/presets.ts';
import type { Language } from '../../app/i18n/languages.ts';
import { Constants } from '../../app/lib/database.types.ts';
import { partsOf } from '../../app/lib/text-message.ts';
import type { OrderNotification } from '../mail/order-notification.ts';
import { composePhoneNotification } from './compose-phone-notification.ts';
import { phonePathOf } from './phone-queue.ts';

const order: OrderNotification['order'] = {
  id: '53a22dc3-953e-4f3a-8d94-7ebc95caf0fa',
  number: 'ME-R1KWF-BKSAK',
  is_test: false,
  status: 'pending',
  created_at: '2026-03-02T10:00:00Z',
  customer_name: 'منى عادل',
  payment_method: 'cash_on_delivery',
  online_method: null,
  payment_status: 'unpaid',
  shipping_method: 'standard',
  ...{ days_from: 1, days_to: 2, slot_date: null, slot_from: null, slot_to: null, confirm_until: null },
  ...{
    subtotal: 250,
    discount_total: 0,
    offer_total: 0,
    manual_discount: 0,
    discount_code: null,
    points_value: 0,
  },
  ...{ gift_wrapped: false, gift_total: 0, gift_message: '' },
  ...{ shipping_total: 30, total: 280, charged: 280, received: 0, given_back: 0, deposit: 0 },
  ...{ owes: 280, owed_back: 0, awaited_deposit: 0, due_at_door: 280 },
  address: {},
  lines: [],
};

const kinds = Constants.public.Enums.order_notification_kind.filter((kind) => kind !== 'note');

/** A text message to a store's customer, with a URL of typical length. */
function textOf(kind: OrderNotification['kind'], brand: Brand, language: Language, more: object = {}) {
  const message: OrderNotification = {
    ...{ id: 'm1', recipient: '+201000000001', language: null, kind, tenant_id: brand.id, attempts: 1 },
    ...{ order, sum: null, about: null },
    ...{ note: '', remark: null, documents: [], confirmation: null, link: null, bank_details: '' },
    ...{ fault_days: 30, words: {}, paid_through: null },
    ...more,
  };
  const speaking = { ...brandInLanguage(brand, language), defaultLanguage: language };
  const path = language === 'ar' ? `/ar${phonePathOf(message)}` : phonePathOf(message);
  return composePhoneNotification(message, speaking, `https://${brand.domain}${path}`).text;
}
const link = 'Zm9vYmFyYmF6cXV4MTIzNA';
const confirmation = { code: '123456', token: link };

it('an Arabic text message contains no direction marks, which some phones show as boxes', () => {
  const text = textOf('confirm', meeplehouse, 'ar', { confirmation });
  expect(text).toContain('ME-R1KWF-BKSAK');
  expect(text).toContain('123456');
  for (const kind of kinds) expect(textOf(kind, meeplehouse, 'ar')).not.toMatch(/\p{Cf}/u);
});

it.each(presets.map((brand) => [brand.name, brand] as const))(
  'texts of %s are sent in one part in English and in two at most in Arabic, as each part is charged for',
  (_name, brand) => {
    for (const [kind, more] of [
      ...kinds.map((one) => [one, {}] as const),
      ...kinds.map((one) => [one, { link }] as const),
      ['confirm', { confirmation }] as const,
    ]) {
      expect(partsOf(textOf(kind, brand, 'en', more)), `${kind} in English`).toBe(1);
      expect(partsOf(textOf(kind, brand, 'ar', more)), `${kind} in Arabic`).toBeLessThanOrEqual(2);
    }
  },
);
