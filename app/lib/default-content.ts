import type { Brand } from '#app/brands/brand.ts';
import { capitalized } from './capitalized.ts';
import { formatPounds } from './money.ts';

/**
 * Default legal texts of a store: the brand's amounts, terms and returns (docs/product.md, Delivery). Editable in the
 * back office.
 */
export function defaultLegalTexts(brand: Brand) {
  return { shippingReturns: shippingReturns(brand), terms: terms(brand) };
}

/** Default FAQ of a store, from its facts. */
export function defaultQuestions(brand: Brand): { question: string; answer: string }[] {
  const { contactEmail, contactPhone, customization, productsOptions } = brand;
  const questions = [
    { question: 'How long does delivery take, and what does it cost?', answer: delivery(brand) },
    { question: 'Which payments do you take?', answer: `${joinList(payments(brand))}.` },
    { question: 'Can I return something?', answer: `${problem} ${pickUp}` },
    ...(productsOptions.sizes ? [{ question: 'The size is wrong. What now?', answer: exchange(brand) }] : []),
    { question: 'May I cancel my order?', answer: cancellation(brand) },
    {
      question: 'How do I reach you?',
      answer: `Write through the contact page or to ${contactEmail}, or call ${contactPhone}.`,
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

const problem =
  'Open the parcel when it arrives. A problem must be reported within 24 hours of delivery, on the order’s page or by email, with a picture if something is damaged.';
const pickUp =
  'When we have accepted a return, our driver picks it up and the money goes back the way it came within seven working days.';
const exchange = ({ productsOptions }: Brand): string =>
  productsOptions.sizes
    ? 'We do not exchange goods. If the size is wrong we replace it with another size of the same article as long as we have it; you pay the delivery again.'
    : 'We do not exchange goods.';

function delivery({ currency, shipping }: Brand): string {
  const { defaultShippingFee, expressShippingFee, freeShippingThreshold } = shipping;
  const pounds = (amount: number) => formatPounds(amount, currency);
  return `Standard delivery costs ${pounds(defaultShippingFee)} and takes two to four working days. Express costs ${pounds(expressShippingFee)} and arrives the next working day in Cairo and Giza. Orders from ${pounds(freeShippingThreshold)} are delivered free of charge. To some places delivery costs more or takes longer: product pages and the cart say what holds for yours.`;
}

const shippingReturns = (brand: Brand): string =>
  [
    delivery(brand),
    'Where the checkout offers delivery times, choose one at which somebody is at home. Our driver calls before coming.',
    problem,
    exchange(brand),
    `${pickUp} Questions about a return go to ${brand.contactEmail}.`,
  ].join('\n\n');

function cancellation({ customization }: Brand): string {
  return customization.enabled
    ? 'You may cancel an order free of charge until production starts. What we print is made for you: once it is on the press, cancellation may no longer be possible.'
    : 'You may cancel an order free of charge until it is being prepared. After that, cancellation may be limited; ask us and we will do what we can.';
}

const terms = (brand: Brand): string =>
  [
    `By ordering from ${brand.name} you accept these terms. Prices include all taxes; delivery is added at checkout.`,
    cancellation(brand),
    'An order is accepted when we confirm it. If something sold out in the same minute we tell you at once and nothing is charged.',
    'Colors on a screen differ from colors in the hand. That is not a fault, but tell us if you are unhappy.',
    'Our liability is limited to the cost of the product. We are not liable for indirect losses.',
    ...(brand.customization.enabled
      ? [
          'Designs you upload stay yours. You confirm that you may use them; we do not print what is unlawful or hurts others.',
        ]
      : []),
    `Questions about these terms go to ${brand.contactEmail}.`,
  ].join('\n\n');

function payments({ payment }: Brand): string[] {
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
