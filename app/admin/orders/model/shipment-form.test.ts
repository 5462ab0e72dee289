import { expect, it } from 'vitest';
import { shipmentFields, shipmentForm, shipmentValues } from './shipment-form.ts';

const stored = {
  carrier_name: 'Rider',
  tracking_number: 'R1',
  tracking_url: null,
  cash_due: 250,
  staff_facts: { fee: null },
};

it('only changed fields of a shipment are sent', () => {
  expect(shipmentFields(shipmentValues(stored), stored)).toEqual({});
  const values = { ...shipmentValues(stored), number: '', cash: '200', fee: '25.5' };
  expect(shipmentFields(values, stored)).toEqual({ tracking_number: null, cash_due: 200, fee: 25.5 });
});

it('only filled fields of a new shipment are sent, and the database sets its cash', () => {
  expect(shipmentFields({ ...shipmentValues(null), carrier: 'Rider' }, null)).toEqual({
    carrier_name: 'Rider',
  });
});

it.each(['rider.example/1', 'javascript:alert(1)', 'https://'])(
  'the form rejects the address %s',
  (address) => {
    expect(shipmentForm.safeParse({ ...shipmentValues(null), address }).success).toBe(false);
  },
);

it('the form accepts the address of a tracking page', () => {
  const form = { ...shipmentValues(null), address: 'https://rider.example/track?n=1' };
  expect(shipmentForm.safeParse(form).success).toBe(true);
});
