/** Words of the contact and help pages. */
export const contentWords = {
  faqTitle: 'FAQ',
  faqLead: 'Answers to what people ask us most.',
  faqDescription: 'Delivery, payment, returns, sizes: answers to what people ask most.',
  faqSearch: 'Search the answers',
  faqNothing: 'Nothing fits these words',
  faqNothingWhy: 'Try other words, or look around in',
  faqShop: 'the shop',
} as const;
