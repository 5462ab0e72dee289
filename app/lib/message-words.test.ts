import { expect, test } from 'vitest';
import english from '#app/i18n/texts/en/order-mails.json' with { type: 'json' };
import { makeTranslator } from '#app/i18n/translations.ts';
import { asMessage, factProblems, factsIn, messageKinds, messageTexts } from './message-words.ts';

const values = { number: 'SK-1', store: 'Souk', name: 'Mona', total: '417 EGP' };

test('a text of staff says its facts, and anything else as it was typed', () => {
  const text = asMessage(
    "It's {name}'s order {number} for {total}, {oops} <b>{amount}</b> 5 < 6",
    ['amount', 'number'],
    values,
  );
  const t = makeTranslator('en', { text });
  expect(t('text', { amount: '10 EGP', number: 'SK-1' })).toBe(
    "It's Mona's order SK-1 for 417 EGP, {oops} <b>10 EGP</b> 5 < 6",
  );
});

test('a text that leaves out a fact which the default names is reported, and so is an unknown fact', () => {
  expect(factProblems(english.leadTransfer, 'Transfer {total}, please. {iban}')).toEqual({
    missing: ['number'],
    unknown: ['iban'],
  });
  expect(factProblems(english.placed, 'Order {number}: thank you, {name}')).toEqual({
    missing: [],
    unknown: [],
  });
});

test('each default text names only plain facts, so that it can be edited as chips', () => {
  for (const kind of messageKinds)
    for (const key of messageTexts[kind]) {
      expect(english[key].replaceAll(/\{[a-z_]+\}/g, ''), key).not.toMatch(/[{}]/);
      expect(factProblems(english[key], english[key])).toEqual({ missing: [], unknown: [] });
      expect(factsIn(english[key]).every((name) => /^[a-z_]+$/.test(name))).toBe(true);
    }
});
