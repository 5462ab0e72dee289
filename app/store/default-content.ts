import type { Brand } from '#app/brands/brand.ts';
import { brandFacts, type StoreFacts } from './facts.ts';

/** A question with its answer. */
type Answered = { question: string; answer: string };

/**
 * Proposed legal texts of a store. Amounts, terms and contacts are named as facts, so that they follow the settings
 * (docs/product.md, Facts in texts). Editable in the back office.
 */
export function proposedLegalTexts({ settings }: StoreFacts) {
  return {
    shippingReturns: [
      '{delivery}',
      'Where the checkout offers delivery times, choose one at which somebody is at home. Our driver calls before coming.',
      '{returns}',
      '{exchanges}',
      `${pickUp} Questions about a return go to {email}.`,
    ].join('\n\n'),
    terms: [
      'By ordering from {store} you accept these terms. Prices include all taxes; delivery is added at checkout.',
      '{cancellation}',
      'An order is accepted when we confirm it. If something sold out in the same minute we tell you at once and nothing is charged.',
      'Colors on a screen differ from colors in the hand. That is not a fault, but tell us if you are unhappy.',
      'Our liability is limited to the cost of the product. We are not liable for indirect losses.',
      ...(settings.customization.enabled
        ? [
            'Designs you upload stay yours. You confirm that you may use them; we do not print what is unlawful or hurts others.',
          ]
        : []),
      'Questions about these terms go to {email}.',
    ].join('\n\n'),
  };
}

const pickUp =
  'When we have accepted a return, our driver picks it up and the money goes back the way it came.';

/** Proposed FAQ of a store. */
export function proposedQuestions({ brand, settings }: StoreFacts): Answered[] {
  return [
    { question: 'How long does delivery take, and what does it cost?', answer: '{delivery}' },
    { question: 'Which payments do you take?', answer: '{payments}.' },
    { question: 'Can I return something?', answer: `{returns} ${pickUp}` },
    ...(brand.productsOptions.sizes
      ? [{ question: 'The size is wrong. What now?', answer: '{exchanges}' }]
      : []),
    { question: 'May I cancel my order?', answer: '{cancellation}' },
    {
      question: 'How do I reach you?',
      answer: 'Write through the contact page or to {email}, or call {phone}.',
    },
    ...(settings.customization.enabled
      ? [
          {
            question: 'Can you print my own design?',
            answer:
              'Yes. Make it in the designer, which shows what it costs and warns you when a picture is too small.',
          },
        ]
      : []),
  ];
}

/** Default legal texts of a store, from its brand. */
export const defaultLegalTexts = (brand: Brand) => proposedLegalTexts(brandFacts(brand));

/** Default FAQ of a store, from its brand. */
export const defaultQuestions = (brand: Brand) => proposedQuestions(brandFacts(brand));
