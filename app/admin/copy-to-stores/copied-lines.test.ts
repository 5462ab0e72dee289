import { expect, it } from 'vitest';
import { copiedLines, copiedName, type LineContext, markedLines } from './copied-lines.ts';

const context: LineContext = {
  facts: undefined,
  placeNames: (places) => places.join(' + '),
  carrierName: (code) => code.toUpperCase(),
};

it('a zone reads as its places, its fees with their terms, its courier and its limit', () => {
  const rates = [
    { method: 'standard', fee: 40, free_from: 900, days_from: 2, days_to: 4 },
    { method: 'express', fee: 80.5, from_grams: 2500, from_subtotal: 100, cash_allowed: false },
  ];
  const zone = {
    translations: { ar: { name: 'العاصمة' } },
    ...{ places: ['Cairo', 'Giza'], rates, max_grams: 20_000, carrier: 'bosta', is_active: false },
  };
  expect(copiedLines('zones', 'Capital', zone, context)).toEqual([
    {
      lines: [
        'Name (Arabic): العاصمة',
        'Places: Cairo + Giza',
        'Standard: 40 EGP, free from 900 EGP, 2 to 4 working days',
        'Express: 80.50 EGP, from 2.5 kg, for orders from 100 EGP, no cash at the door',
        'Heaviest order: 20 kg',
        'Courier: BOSTA',
        'Switched off',
      ],
    },
  ]);
});

it('a zone without fees says that nothing is delivered there', () => {
  const [shown] = copiedLines('zones', 'Sinai', { places: [], rates: [], carrier: '' }, context);
  expect(shown?.lines).toEqual(['Places: –', 'Nothing is delivered there', 'Courier: Any courier']);
});

it('a text reads in each language that has it', () => {
  const question = {
    answer: 'Soon.\n\nOr later.',
    translations: { ar: { question: 'متى؟', answer: 'قريبًا.' } },
  };
  expect(copiedLines('questions', 'When?', question, context)).toEqual([
    { language: 'en', lines: ['Soon.', 'Or later.'] },
    { language: 'ar', lines: ['متى؟', 'قريبًا.'] },
  ]);
  expect(copiedLines('policies', 'terms', { text: '', translations: {} }, context)).toEqual([]);
  expect(copiedLines('questions', 'When?', null, context)).toEqual([]);
});

it.each([
  ['cash_rules', 'firstOrder', 'deposit', 'Pay a deposit, the rest in cash'],
  ['cash_rules', 'amountFrom', 3000, '3,000 EGP'],
  ['cash_rules', 'hours', 12, '12'],
  ['cash_rules', 'depositPercent', 20, '20% of the order'],
  ['cash_rules', 'depositAmount', 150.5, '150.50 EGP'],
  ['cash_rules', 'governorates', ['Aswan', 'Red Sea'], 'Aswan, Red Sea'],
  ['delivery_fees', 'defaultShippingFee', 30, '30 EGP'],
  ['delivery_fees', 'standardDaysTo', 4, '4'],
  ['messages', 'notification_kinds', ['shipped'], 'Parcel on its way'],
] as const)('of %s, %s reads as in its form', (kind, key, value, line) => {
  expect(copiedLines(kind, key, value, context)).toEqual([{ lines: [line] }]);
});

it('a part has the name that its form has', () => {
  expect(copiedName('policies', 'terms')).toBe('Terms of Service');
  expect(copiedName('cash_rules', 'depositAmount')).toBe('Deposit');
  expect(copiedName('messages', 'mail_signature')).toBe('Signature of mails');
  expect(copiedName('zones', 'Capital')).toBe('Capital');
});

it('lines that the other side lacks are marked', () => {
  expect(markedLines(['a', 'b'], ['b', 'c'])).toEqual([
    { line: 'a', isMarked: true },
    { line: 'b', isMarked: false },
  ]);
});
