import { expect, it } from 'vitest';
import { orderRulesColumns, orderRulesForm, orderRulesValues } from './order-rules-form.ts';

it('cash rules and notification settings read back as saved', () => {
  const form = orderRulesForm.parse({
    ...orderRulesValues(null),
    ...{ firstOrder: 'confirm', amount: 'pay_before', amountFrom: '3,000', hours: '12' },
    ...{ refusals: 'deposit', deposit: '25', governorate: 'confirm', whatsapp: true, sms: true },
    places: { ...orderRulesValues(null).places, Aswan: true, 'Red Sea': true },
    notifications: { ...orderRulesValues(null).notifications, shipped: true },
    ...{
      firstCallWait: 'four_hours',
      secondCallWait: 'next_day',
      thirdCallWait: 'none',
      callsEnding: 'cancel',
    },
    messagesAnHour: '1,500',
    smsPartPrice: '0,35',
  });
  const columns = orderRulesColumns(form);
  expect(columns).toEqual({
    cash_rules: {
      ...{ firstOrder: 'confirm', amount: 'pay_before', refusals: 'deposit', governorate: 'confirm' },
      ...{ amountFrom: 3000, governorates: ['Aswan', 'Red Sea'], hours: 12, depositPercent: 25 },
    },
    call_waits: ['four_hours', 'next_day'],
    calls_ending: 'cancel',
    notification_channels: ['whatsapp', 'sms'],
    notification_kinds: ['shipped'],
    phone_notifications_limit: 1500,
    stranger_notifications_limit: 20,
    sms_part_piastres: 35,
    pay_link_hours: 24,
  });
  expect(orderRulesValues({ ...columns, version: 1 })).toEqual(form);
});

it.each([
  { amountFrom: 'much' },
  { refusalsFrom: '0' },
  { hours: '1000' },
  { firstOrder: 'deposit' },
  { deposit: '101' },
  { deposit: '12.5' },
  { deposit: '0', depositUnit: 'pounds' },
  { messagesAnHour: '' },
  { newCustomersAnHour: '0' },
  { smsPartPrice: '0' },
  { payLinkHours: '' },
  { payLinkHours: '721' },
])('an invalid rule is reported: %j', (wrong) => {
  expect(orderRulesForm.safeParse({ ...orderRulesValues(null), ...wrong }).success).toBe(false);
});

it('a fixed deposit may have piastres, and is not a percentage', () => {
  const pounds = { firstOrder: 'deposit', deposit: '150.50', depositUnit: 'pounds' };
  const { cash_rules } = orderRulesColumns(orderRulesForm.parse({ ...orderRulesValues(null), ...pounds }));
  expect(cash_rules).toMatchObject({ depositAmount: 150.5 });
  expect(cash_rules).not.toHaveProperty('depositPercent');
});
