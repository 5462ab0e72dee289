/** An IBAN as people write it, with or without spaces. Upper case only, as lower case belongs to nearby words. */
const written = /\b[A-Z]{2}\d{2}(?:[ \u00a0-]?[A-Z0-9]){11,30}\b/;

/** Number of characters of an Egyptian IBAN. */
const egyptian = 29;

/** The IBAN in a store's bank details, without spaces; null if there is none. */
export function ibanOf(bankDetails: string): string | null {
  const iban = written.exec(bankDetails)?.[0].replace(/[^A-Z0-9]/g, '');
  if (!iban) return null;
  return iban.startsWith('EG') ? iban.slice(0, egyptian) : iban;
}
