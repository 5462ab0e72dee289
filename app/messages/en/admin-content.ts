/** Words of the page where staff keep what the store says: banners, codes, deals, questions, legal texts, reviews. */
export const contentPageWords = {
  title: 'Content',
  banners: 'Banners',
  codes: 'Discount codes',
  deals: 'Deals',
  faq: 'FAQ',
  legal: 'Legal texts',
  reviews: 'Reviews',
  lead: 'Shoppers see what you save from their next page on.',
  preview: 'Preview',
  faqPreview: 'As shoppers read it on the FAQ page',
  legalPreview: 'As shoppers read it in the footer’s dialog',
  nothingToPreview: 'Nothing written yet.',
} as const;
