import { describe, expect, it } from 'vitest';
import type { Address } from '#app/addresses/address-form.ts';
import { type OrderForInput, orderForDocument, orderForForm } from './order-for.ts';

const form: OrderForInput = {
  channel: 'phone',
  customerId: '',
  name: 'Mona',
  phone: '٠١٠١٢٣٤٥٦٧٨',
  email: '',
  shippingMethod: 'standard',
  paymentMethod: 'cash_on_delivery',
  cashOverruled: '',
  code: '',
  discount: '',
  discountReason: '',
  note: '',
  gift: false,
  giftMessage: '',
  hidePrices: false,
};
const problems = (values: Partial<OrderForInput>) =>
  orderForForm.safeParse({ ...form, ...values }).error?.issues.map(({ path }) => path.join('.'));

describe('an order placed by staff', () => {
  it('needs a customer: an account, or a name with a phone number or email address', () => {
    expect(problems({})).toBeUndefined();
    expect(problems({ customerId: 'c1', name: '', phone: '' })).toBeUndefined();
    expect(problems({ name: '' })).toEqual(['name']);
    expect(problems({ phone: '' })).toEqual(['phone']);
    expect(problems({ phone: '', email: 'mona@example.com' })).toBeUndefined();
    expect(problems({ phone: '123' })).toEqual(['phone']);
    expect(problems({ email: 'mona' })).toEqual(['email']);
  });

  it('needs a reason for a discount', () => {
    expect(problems({ discount: '20' })).toEqual(['discountReason']);
    expect(problems({ discount: '20', discountReason: 'Late last time' })).toBeUndefined();
    expect(problems({ discount: '-20', discountReason: 'x' })).toEqual(['discount']);
  });

  it('is a document with the customer, the lines, the discount and the total that staff saw', () => {
    const address = { full_name: 'Mona' } as Partial<Address> as Address;
    const lines = [{ id: 'v1', quantity: 2, name: '', options: '', sku: '', price: 1, stock: 1 }];
    const values = orderForForm.parse({ ...form, discount: '20.5', discountReason: 'Late last time' });
    expect(orderForDocument('inkthread', { ...values, lines, address, key: 'key', total: 17_950 })).toEqual({
      tenant_id: 'inkthread',
      idempotency_key: 'key',
      lines: [{ variant_id: 'v1', quantity: 2 }],
      shipping_method: 'standard',
      payment_method: 'cash_on_delivery',
      channel: 'phone',
      customer: { name: 'Mona', phone: '01012345678', email: '' },
      address,
      manual_discount: { amount: 20.5, reason: 'Late last time' },
      expected_total: 179.5,
    });
  });

  it('sends the reason for overruling a cash rule only for a cash order', () => {
    const document = (values: Partial<OrderForInput>) =>
      orderForDocument('inkthread', {
        ...orderForForm.parse({ ...form, cashOverruled: ' A neighbour ', ...values }),
        lines: [],
        address: {} as Partial<Address> as Address,
        key: 'key',
        total: null,
      });
    expect(document({})).toMatchObject({ cash_overruled: 'A neighbour' });
    expect(document({ paymentMethod: 'bank_transfer' })).not.toHaveProperty('cash_overruled');
  });
});
