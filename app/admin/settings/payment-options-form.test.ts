import { describe, expect, it } from 'vitest';
import { paymentOptionsColumn, paymentOptionsForm, paymentOptionsValues } from './payment-options-form.ts';

const online = ['stripe_card', 'paymob_wallet'];
const parse = (values: Record<string, string | boolean>) => paymentOptionsForm().safeParse(values);

describe('the checkout’s payment options', () => {
  it('read back unchanged', () => {
    const option = (name: string, over: object = {}) => ({
      option: name,
      offered: true,
      from: null,
      to: null,
      details: {},
      ...over,
    });
    const options = [
      option('bank_transfer', { from: 100.5, details: { en: 'InstaPay', ar: 'إنستاباي' } }),
      option('paymob_wallet', { offered: false, to: 5000 }),
      option('cash_on_delivery'),
      option('stripe_card'),
    ];
    const column = { cashOnDelivery: true, bankDetails: 'IBAN', options };
    const values = parse(paymentOptionsValues(column, online));
    expect(values.success && paymentOptionsColumn(values.data, column)).toEqual(column);
  });

  it('keep the settings of an option that is currently not configured', () => {
    const fawry = { option: 'paymob_instalments', offered: true, from: 500, to: null, details: {} };
    const column = { options: [fawry] };
    const saved = paymentOptionsColumn(paymentOptionsValues(column, online), column);
    expect(saved).toMatchObject({ options: expect.arrayContaining([fawry]) });
  });

  it('reject invalid amounts, and a maximum below the minimum', () => {
    const values = paymentOptionsValues({}, online);
    expect(parse({ ...values, 'stripe_card/from': 'much' }).success).toBe(false);
    expect(parse({ ...values, 'stripe_card/from': '100', 'stripe_card/to': '99' }).success).toBe(false);
    expect(parse({ ...values, 'stripe_card/from': '٩٩٫٥', 'stripe_card/to': '' }).data).toMatchObject({
      'stripe_card/from': '99.5',
    });
  });
});
