/** An IBAN as people write it, in groups or without spaces; no lower case, which is words beside it. */
const written = /\b[A-Z]{2}\d{2}(?:[ \u00a0-]?[A-Z0-9]){11,30}\b/;

/** Number of characters of an Egyptian IBAN. */
const egyptian = 29;

/** The IBAN in a store's bank details, without spaces, as banks take it; null when there is none. */
export function ibanOf(bankDetails: string): string | null {
  const iban = written.exec(bankDetails)?.[0].replace(/[^A-Z0-9]/g, '');
  if (!iban) return null;
  return iban.startsWith('EG') ? iban.slice(0, egyptian) : iban;
}
