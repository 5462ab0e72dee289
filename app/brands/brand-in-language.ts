import type { Brand } from './brand.ts';

/** A brand in the page's language, without its other translations. */
export function brandInLanguage({ translations, ...brand }: Brand, language: string): Brand {
  const texts = translations?.[language];
  if (!texts) return brand;
  const { copy, madeFor, ...facts } = texts;
  const { design } = brand;
  return {
    ...brand,
    ...facts,
    design: {
      ...design,
      copy,
      ...(design.madeFor && { madeFor: { ...design.madeFor, ...madeFor } }),
    },
  };
}
