import { formatMoney } from '#app/i18n/format.ts';
import { translatedRow } from '#app/i18n/translated-row.ts';
import { capitalized } from '#app/lib/capitalized.ts';
import { toPiastres } from '#app/lib/money.ts';
import type { DeliveryFee, FactTexts, StoreFacts } from './facts.ts';
import { returnDays } from './public-settings.ts';

/** A store's facts in English, whatever the language of the page: the back office shows texts in both languages. */
export function englishFacts(facts: StoreFacts): FactTexts {
  const { brand, settings } = facts;
  const { contact, customization, returns, shipping } = settings;
  return {
    store: brand.name,
    email: contact.contactEmail,
    phone: contact.contactPhone,
    address: contact.address,
    delivery: delivery(facts),
    standard_fee: pounds(facts, shipping.defaultShippingFee),
    express_fee: pounds(facts, shipping.expressShippingFee),
    free_from: shipping.freeShippingThreshold === null ? '' : pounds(facts, shipping.freeShippingThreshold),
    standard_days: days(shipping.standardDaysFrom, shipping.standardDaysTo),
    express_days: days(shipping.expressDaysFrom, shipping.expressDaysTo),
    returns: problem(facts),
    return_days: returns.returnDays === 1 ? 'one day' : `${returns.returnDays} days`,
    fault_hours: `${24 * returns.faultDays} hours`,
    exchanges: exchange(facts),
    cancellation: cancellation(facts),
    payments: joinList(payments(facts)),
    text_price: customization.enabled ? pounds(facts, customization.textPrice) : '',
    image_price: customization.enabled ? pounds(facts, customization.imagePrice) : '',
  };
}

const pounds = ({ brand }: StoreFacts, amount: number): string =>
  formatMoney(toPiastres(amount), brand.currency, 'en');

function problem({ settings: { returns } }: StoreFacts): string {
  const kept =
    returns.returnDays > returnDays.returnDays
      ? ` What you do not want to keep can be given back within ${returns.returnDays} days of delivery.`
      : '';
  return `Open the parcel when it arrives. A problem must be reported within ${24 * returns.faultDays} hours of delivery, on the order’s page or by email, with a picture if something is damaged.${kept}`;
}

const exchange = ({ brand }: StoreFacts): string =>
  brand.productsOptions.sizes
    ? 'We do not exchange goods. If the size is wrong we replace it with another size of the same article as long as we have it; you pay the delivery again.'
    : 'We do not exchange goods.';

function delivery(facts: StoreFacts): string {
  return facts.fees.length === 0 ? generalDelivery(facts) : deliveryByZone(facts);
}

function generalDelivery(facts: StoreFacts): string {
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

/** A line for each zone, and one for all places outside of them. */
function deliveryByZone(facts: StoreFacts): string {
  const zones = Map.groupBy(facts.fees, ({ zone_id }) => zone_id);
  const lines = [...zones.values()].flatMap((fees) => {
    const [first] = fees;
    if (!first) return [];
    const name = first.zone_id === null ? elsewhere(zones.size) : nameOf(first);
    return [`- ${name}: ${fees.map((fee) => feeText(facts, fee)).join('; ')}.`];
  });
  return `What delivery costs:\n\n${lines.join('\n')}`;
}

const nameOf = (fee: DeliveryFee): string => translatedRow(fee, 'en').name ?? '';
const elsewhere = (lines: number): string => (lines === 1 ? 'Everywhere' : 'Everywhere else');

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

function cancellation({ settings }: StoreFacts): string {
  return settings.customization.enabled
    ? 'You may cancel an order free of charge until production starts. What we print is made for you: once it is on the press, cancellation may no longer be possible.'
    : 'You may cancel an order free of charge until it is being prepared. After that, cancellation may be limited; ask us and we will do what we can.';
}

function payments({ settings: { payment } }: StoreFacts): string[] {
  return [
    ...(payment.cashOnDelivery ? ['cash on delivery'] : []),
    ...(payment.onlinePayment ? ['cards, where the checkout offers them'] : []),
    ...(payment.bankTransfer ? ['bank transfers'] : []),
  ];
}

function joinList(things: readonly string[]): string {
  const listed = new Intl.ListFormat('en', { type: 'conjunction' }).format(things);
  return capitalized(listed);
}
