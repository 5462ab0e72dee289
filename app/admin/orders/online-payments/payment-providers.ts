/** Providers of which a report can be put in; names are the same in both languages. */
export const providers = [
  { value: 'paymob', label: 'Paymob' },
  { value: 'kashier', label: 'Kashier' },
  { value: 'stripe', label: 'Stripe' },
];

/** What people call a provider. */
export const providerName = (provider: string): string =>
  providers.find(({ value }) => value === provider)?.label ?? provider;
