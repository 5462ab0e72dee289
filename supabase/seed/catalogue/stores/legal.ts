/** What differs between the stores' terms. */
export interface LegalFacts {
  readonly store: string;
  readonly freeFrom: number;
  readonly standard: number;
  readonly express: number;
  /** What the store makes or sells, as the terms call it. */
  readonly goods: string;
  /** Whether goods are made after the order, so that a cancellation may come too late. */
  readonly madeToOrder: boolean;
  readonly email: string;
}

/** Shipping and returns as the spec fixes them (section 9): report within 24 hours, no exchanges, size replacement paid. */
export const shippingReturns = (facts: LegalFacts): string =>
  [
    `Standard delivery costs E£ ${facts.standard} and takes two to four working days. Express costs E£ ${facts.express} and arrives the next working day in Cairo and Giza. Orders from E£ ${facts.freeFrom} are delivered free of charge.`,
    'Choose a delivery time at checkout if you would rather be at home. Our driver calls half an hour before.',
    `Open the parcel when it arrives. A problem must be reported within 24 hours of delivery, on the order’s page or to ${facts.email}, with a picture if something is damaged.`,
    'We do not exchange goods. If the size is wrong we replace it with another size of the same article as long as we have it; you pay the delivery again.',
    'When we have accepted a return, our driver picks it up and the money goes back the way it came within seven working days.',
  ].join('\n\n');

/** Terms of service as the spec fixes them (section 9): limited cancellation, liability up to the product's cost. */
export const terms = (facts: LegalFacts): string =>
  [
    `By ordering from ${facts.store} you accept these terms. Prices are in Egyptian pounds and include all taxes; delivery is added at checkout.`,
    facts.madeToOrder
      ? `You may cancel an order free of charge until production starts. ${facts.goods} are made for you: once they are on the press, cancellation may no longer be possible.`
      : 'You may cancel an order free of charge until it is being prepared. After that, cancellation may be limited; ask us and we will do what we can.',
    'An order is accepted when we confirm it. If something sold out in the same minute we tell you at once and nothing is charged.',
    'Colours on a screen differ from colours in the hand. That is not a fault, but tell us if you are unhappy.',
    'Our liability is limited to the cost of the product. We are not liable for indirect losses.',
    ...(facts.madeToOrder
      ? [
          'Designs you upload stay yours. You confirm that you may use them; we do not print what is unlawful or hurts others.',
        ]
      : []),
    `Questions about these terms go to ${facts.email}.`,
  ].join('\n\n');
