import { expect, it } from 'vitest';
import { type FactTexts, factNames } from '#app/store/facts.ts';
import { filledReply, replyFacts, unfilledFacts } from './reply-facts.ts';

const store: FactTexts = {
  ...(Object.fromEntries(factNames.map((name) => [name, ''])) as Record<(typeof factNames)[number], string>),
  store: 'Inkthread',
};
const shipment = { carrier_name: 'Bosta', tracking_url: 'https://bosta.example/77' };
const order = {
  number: 'IN-1001',
  total: 450,
  status: 'shipped' as const,
  slot_date: null,
  shipments: [
    { ...shipment, number: 1, state: 'cancelled', tracking_number: '76' },
    { ...shipment, number: 2, state: 'handed_over', tracking_number: '77' },
  ],
};

it('fills in the customer, the order and the store, in the language of the reply', () => {
  const about = { name: 'Mona', order, currency: 'EGP' };
  const text = '{name}, {order} is {status} with {tracking}: {tracking_link}. {store}';
  expect(filledReply(text, replyFacts(store, about, 'en'))).toBe(
    'Mona, IN-1001 is on its way with Bosta 77: https://bosta.example/77. Inkthread',
  );
  expect(filledReply('{order} {status}', replyFacts(store, about, 'ar'))).toBe('IN-1001 في الطريق إليك');
});

it('leaves what is not known in its braces, and other braces as they are', () => {
  const facts = replyFacts(store, { name: 'Mona', order, currency: 'EGP' }, 'en');
  const text = filledReply('It comes on {delivery_day}, {name}. {smile}', facts);
  expect(text).toBe('It comes on {delivery_day}, Mona. {smile}');
  expect(unfilledFacts(text)).toEqual(['delivery_day']);
  expect(unfilledFacts('Nothing {else}')).toEqual([]);
});
