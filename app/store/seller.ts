import type { Language } from '#app/i18n/languages.ts';
import type { Seller } from '#app/lib/json-columns.ts';

/** The seller in one language; '' for what the store has not said. */
export interface TranslatedSeller {
  /** The legal name, or else the store's. */
  name: string;
  address: string;
  taxNumber: string;
  email: string;
  phone: string;
}

/** The seller of mails, papers and invoices in a language, with the store's own words where a translation is missing. */
export function sellerIn(seller: Seller, language: Language): TranslatedSeller {
  const said = seller.translations?.[language] ?? {};
  return {
    name: said.name || seller.name || '',
    address: said.address || seller.address || '',
    taxNumber: seller.tax_number ?? '',
    email: seller.email ?? '',
    phone: seller.phone ?? '',
  };
}
