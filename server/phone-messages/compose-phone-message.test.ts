import { expect, it } from 'vitest';
import { brandInLanguage } from '../../app/brands/brand-in-language.ts';
import { meeplehouse } from '../../app/brands/meeplehouse.ts';
import { orderMailsSchema } from '../mail/order-mail.ts';
import { composePhoneMessage } from './compose-phone-message.ts';

const order = {
  ...{ id: 'o1', number: 'ME-R1KWF-BKSAK', status: 'pending', created_at: '2026-03-02T10:00:00Z' },
  ...{
    customer_name: 'منى عادل',
    customer_email: '',
    payment_method: 'cash_on_delivery',
    payment_status: 'unpaid',
  },
  ...{ shipping_method: 'standard', days_from: 1, days_to: 2, discount_code: null },
  ...{ subtotal: 250, discount_total: 0, points_value: 0, shipping_total: 30, total: 280 },
  ...{ charged: 280, received: 0, given_back: 0, slot_date: null, slot_from: null, slot_to: null },
  ...{ address: {}, lines: [] },
};

it('an Arabic text message holds no marks of direction, which some phones show as boxes', () => {
  const [message] = orderMailsSchema.parse([
    {
      ...{
        id: 'm1',
        recipient: '+201000000001',
        kind: 'confirm',
        tenant_id: 'meeplehouse',
        note: '',
        bank_details: '',
      },
      ...{ returns: { returnDays: 14, faultDays: 30 }, contact_email: '', paid_through: null, about: null },
      confirmation: { code: '123456', token: 't' },
      order,
    },
  ]);
  if (!message) throw new Error('No message');
  const arabic = { ...brandInLanguage(meeplehouse, 'ar'), defaultLanguage: 'ar' } as const;
  const { text } = composePhoneMessage(message, arabic, 'https://shop.example/ar/orders/o1');
  expect(text).toContain('ME-R1KWF-BKSAK');
  expect(text).toContain('123456');
  expect(text).not.toMatch(/\p{Cf}/u);
});
