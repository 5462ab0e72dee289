import type { Brand } from './brand.ts';

/** A brand as it speaks in a language, for a page: without its texts in others. */
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
