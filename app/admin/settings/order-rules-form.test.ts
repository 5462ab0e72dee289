import { expect, it } from 'vitest';
import { orderRulesColumns, orderRulesForm, orderRulesValues } from './order-rules-form.ts';

it('rules of cash and messages come back as they were saved', () => {
  const form = orderRulesForm.parse({
    ...orderRulesValues(null),
    ...{ firstOrder: 'confirm', amount: 'pay_before', amountFrom: '3,000', hours: '12' },
    ...{ governorate: 'confirm', governorates: 'Aswan, Red Sea', whatsapp: true, sms: true },
    told: { ...orderRulesValues(null).told, shipped: true },
  });
  const columns = orderRulesColumns(form);
  expect(columns).toEqual({
    cash_rules: {
      ...{ firstOrder: 'confirm', amount: 'pay_before', refusals: 'none', governorate: 'confirm' },
      ...{ amountFrom: 3000, governorates: ['Aswan', 'Red Sea'], hours: 12 },
    },
    message_channels: ['whatsapp', 'sms'],
    message_kinds: ['shipped'],
  });
  expect(orderRulesValues({ ...columns, version: 1 })).toEqual(form);
});

it.each([
  { amountFrom: 'much' },
  { refusalsFrom: '0' },
  { hours: '1000' },
  { governorates: 'Cairo, Atlantis' },
])('a rule that cannot be is told: %j', (wrong) => {
  expect(orderRulesForm.safeParse({ ...orderRulesValues(null), ...wrong }).success).toBe(false);
});
