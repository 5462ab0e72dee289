import { formatMoney } from '#app/i18n/format.ts';
import { capitalized } from '#app/lib/capitalized.ts';
import { toPiastres } from '#app/lib/money.ts';
import { type DeliveryFee, type FactLanguage, type StoreFacts, zoneLines } from './facts.ts';
import { returnDays } from './public-settings.ts';

/** English, whatever the language of the page: the back office shows texts in both languages. */
export const english: FactLanguage = {
  language: 'en',
  phone: (number) => number,
  delivery: (facts) => (facts.fees.length === 0 ? deliveryEverywhere(facts) : deliveryByZone(facts)),
  days,
  dayCount: (count) => (count === 1 ? 'one day' : `${count} days`),
  hourCount: (count) => `${count} hours`,
  returns,
  exchanges: ({ brand, settings }) =>
    settings.returns.exchanges !== 'none'
      ? exchanged(settings.returns, brand.productsOptions.sizes)
      : brand.productsOptions.sizes
        ? 'We do not exchange goods. If the size is wrong we replace it with another size of the same article as long as we have it; you pay the delivery again.'
        : 'We do not exchange goods.',
  cancellation: ({ settings }) =>
    settings.customization.enabled
      ? 'You may cancel an order free of charge until production starts. What we print is made for you: once it is on the press, cancellation may no longer be possible.'
      : 'You may cancel an order free of charge until it is being prepared. After that, cancellation may be limited; ask us and we will do what we can.',
  payments: ({ settings: { payment } }) =>
    capitalized(
      listed([
        ...(payment.cashOnDelivery ? ['cash on delivery'] : []),
        ...(payment.onlinePayment ? ['cards, where the checkout offers them'] : []),
        ...(payment.bankTransfer ? ['bank transfers'] : []),
      ]),
    ),
};

const listed = (things: string[]): string =>
  new Intl.ListFormat('en', { type: 'conjunction' }).format(things);

const pounds = ({ brand }: StoreFacts, amount: number): string =>
  formatMoney(toPiastres(amount), brand.currency, 'en');

function returns({ settings }: StoreFacts): string {
  const { returnDays: keptFor, faultDays } = settings.returns;
  const kept =
    keptFor > returnDays.returnDays
      ? ` What you do not want to keep can be given back within ${keptFor} days of delivery.`
      : '';
  return `Open the parcel when it arrives. A problem must be reported within ${24 * faultDays} hours of delivery, on the order’s page or by email, with a picture if something is damaged.${kept}`;
}

function exchanged(rules: StoreFacts['settings']['returns'], hasSizes: boolean): string {
  const { exchanges, exchangeDelivery } = rules;
  if (exchanges === 'size' && !hasSizes) return 'We do not exchange goods.';
  const what =
    exchanges === 'size'
      ? 'We exchange for another size as long as we have it.'
      : 'We exchange for another size or another product; you pay the difference, or get it back once the old item is checked.';
  const fee =
    exchangeDelivery === 'store'
      ? 'We pay the delivery of an exchange.'
      : 'You pay the delivery of an exchange.';
  return `${what} ${fee} What we print for you is not exchanged.`;
}

function deliveryEverywhere(facts: StoreFacts): string {
  const { shipping } = facts.settings;
  const standard = duration(shipping.standardDaysFrom, shipping.standardDaysTo);
  const express = duration(shipping.expressDaysFrom, shipping.expressDaysTo);
  return [
    `Standard delivery costs ${pounds(facts, shipping.defaultShippingFee)}${standard && ` and ${standard}`}.`,
    `Express costs ${pounds(facts, shipping.expressShippingFee)}${express && ` and ${express} in Cairo and Giza`}.`,
    ...(shipping.freeShippingThreshold === null
      ? []
      : [`Orders from ${pounds(facts, shipping.freeShippingThreshold)} are delivered free of charge.`]),
    'To some places delivery costs more or takes longer: product pages and the cart say what holds for yours.',
  ].join(' ');
}

const deliveryByZone = (facts: StoreFacts): string =>
  `What delivery costs:\n\n${zoneLines(facts, 'en', {
    everywhere: 'Everywhere',
    elsewhere: 'Everywhere else',
    feesText: (fees) => fees.map((fee) => feeText(facts, fee)).join('; '),
  })}`;

function feeText(facts: StoreFacts, { method, fee, free_from, days_from, days_to }: DeliveryFee): string {
  if (method === null || fee === null) return 'no delivery';
  const parts = [
    fee === 0 ? 'free' : pounds(facts, fee),
    ...(days(days_from, days_to) ? [days(days_from, days_to)] : []),
    ...(free_from !== null && fee > 0 ? [`free from ${pounds(facts, free_from)}`] : []),
  ].join(', ');
  return method === 'express' ? `express ${parts}` : parts;
}

const counts = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
const word = (count: number): string => counts[count] ?? String(count);

/** A promise of working days, such as "two to four working days"; '' if nothing is promised. */
function days(from: number | null, to: number | null): string {
  const [first, last] = [from ?? to, to ?? from];
  if (first === null || last === null || last === 0) return '';
  return `${first < last ? `${word(first)} to ` : ''}${word(last)} working ${last === 1 ? 'day' : 'days'}`;
}

/** How long delivery takes, such as "takes two to four working days"; '' if nothing is promised. */
function duration(from: number | null, to: number | null): string {
  const [first, last] = [from ?? to, to ?? from];
  if (last === 1) return first === 1 ? 'arrives the next working day' : 'arrives within one working day';
  return days(from, to) && `takes ${days(from, to)}`;
}
