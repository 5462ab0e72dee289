import type { Brand } from '#app/brands/brand.ts';
import { formatMoney } from '#app/i18n/format.ts';
import { capitalized } from '#app/lib/capitalized.ts';
import { toPiastres } from '#app/lib/money.ts';
import { type PublicSettings, publicSettings, returnDays } from './public-settings.ts';

/** The input of a store's texts: its brand and current settings. */
export type StoreFacts = {
  brand: Pick<Brand, 'name' | 'currency' | 'productsOptions'>;
  settings: PublicSettings;
};

/** The facts of a store without settings. */
export const brandFacts = (brand: Brand): StoreFacts => ({ brand, settings: publicSettings(brand, null) });

/**
 * Proposed legal texts of a store: its amounts, terms and returns (docs/product.md, Delivery). Editable in the back
 * office.
 */
export function proposedLegalTexts(facts: StoreFacts) {
  return { shippingReturns: shippingReturns(facts), terms: terms(facts) };
}

/** Default legal texts of a store, from its brand. */
export const defaultLegalTexts = (brand: Brand) => proposedLegalTexts(brandFacts(brand));

/** Default FAQ of a store, from its brand. */
export const defaultQuestions = (brand: Brand) => proposedQuestions(brandFacts(brand));

/** Proposed FAQ of a store, from its facts. */
export function proposedQuestions(facts: StoreFacts): { question: string; answer: string }[] {
  const { contact, customization } = facts.settings;
  const { sizes } = facts.brand.productsOptions;
  const questions = [
    { question: 'How long does delivery take, and what does it cost?', answer: delivery(facts) },
    { question: 'Which payments do you take?', answer: `${joinList(payments(facts))}.` },
    { question: 'Can I return something?', answer: `${problem(facts)} ${pickUp}` },
    ...(sizes ? [{ question: 'The size is wrong. What now?', answer: exchange(facts) }] : []),
    { question: 'May I cancel my order?', answer: cancellation(facts) },
    {
      question: 'How do I reach you?',
      answer: `Write through the contact page or to ${contact.contactEmail}, or call ${contact.contactPhone}.`,
    },
  ];
  if (customization.enabled) {
    questions.push({
      question: 'Can you print my own design?',
      answer:
        'Yes. Make it in the designer, which shows what it costs and warns you when a picture is too small.',
    });
  }
  return questions;
}

function problem({ settings: { returns } }: StoreFacts): string {
  const kept =
    returns.returnDays > returnDays.returnDays
      ? ` What you do not want to keep can be given back within ${returns.returnDays} days of delivery.`
      : '';
  return `Open the parcel when it arrives. A problem must be reported within ${24 * returns.faultDays} hours of delivery, on the order’s page or by email, with a picture if something is damaged.${kept}`;
}
const pickUp =
  'When we have accepted a return, our driver picks it up and the money goes back the way it came within seven working days.';
const exchange = ({ brand }: StoreFacts): string =>
  brand.productsOptions.sizes
    ? 'We do not exchange goods. If the size is wrong we replace it with another size of the same article as long as we have it; you pay the delivery again.'
    : 'We do not exchange goods.';

function delivery({ brand: { currency }, settings: { shipping } }: StoreFacts): string {
  const { defaultShippingFee, expressShippingFee, freeShippingThreshold } = shipping;
  // The text is English, whatever the language of the back office.
  const pounds = (amount: number) => formatMoney(toPiastres(amount), currency, 'en');
  const standard = duration(shipping.standardDaysFrom, shipping.standardDaysTo);
  const express = duration(shipping.expressDaysFrom, shipping.expressDaysTo);
  return [
    `Standard delivery costs ${pounds(defaultShippingFee)}${standard && ` and ${standard}`}.`,
    `Express costs ${pounds(expressShippingFee)}${express && ` and ${express} in Cairo and Giza`}.`,
    ...(freeShippingThreshold === null
      ? []
      : [`Orders from ${pounds(freeShippingThreshold)} are delivered free of charge.`]),
    'To some places delivery costs more or takes longer: product pages and the cart say what holds for yours.',
  ].join(' ');
}

const counts = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

/** How long delivery takes, such as "takes two to four working days"; '' if nothing is promised. */
function duration(from: number | null, to: number | null): string {
  const [first, last] = [from ?? to, to ?? from];
  if (first === null || last === null || last === 0) return '';
  if (last === 1) return first === 1 ? 'arrives the next working day' : 'arrives within one working day';
  const word = (days: number) => counts[days] ?? String(days);
  return `takes ${first < last ? `${word(first)} to ` : ''}${word(last)} working days`;
}

const shippingReturns = (facts: StoreFacts): string =>
  [
    delivery(facts),
    'Where the checkout offers delivery times, choose one at which somebody is at home. Our driver calls before coming.',
    problem(facts),
    exchange(facts),
    `${pickUp} Questions about a return go to ${facts.settings.contact.contactEmail}.`,
  ].join('\n\n');

function cancellation({ settings }: StoreFacts): string {
  return settings.customization.enabled
    ? 'You may cancel an order free of charge until production starts. What we print is made for you: once it is on the press, cancellation may no longer be possible.'
    : 'You may cancel an order free of charge until it is being prepared. After that, cancellation may be limited; ask us and we will do what we can.';
}

const terms = (facts: StoreFacts): string =>
  [
    `By ordering from ${facts.brand.name} you accept these terms. Prices include all taxes; delivery is added at checkout.`,
    cancellation(facts),
    'An order is accepted when we confirm it. If something sold out in the same minute we tell you at once and nothing is charged.',
    'Colors on a screen differ from colors in the hand. That is not a fault, but tell us if you are unhappy.',
    'Our liability is limited to the cost of the product. We are not liable for indirect losses.',
    ...(facts.settings.customization.enabled
      ? [
          'Designs you upload stay yours. You confirm that you may use them; we do not print what is unlawful or hurts others.',
        ]
      : []),
    `Questions about these terms go to ${facts.settings.contact.contactEmail}.`,
  ].join('\n\n');

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
