import { z } from 'zod';
import { checkoutTexts } from '#app/i18n/texts/checkout.ts';
import { limitedText } from '#app/lib/text-schemas.ts';
import { cleanPhone } from '#app/lib/typed-contacts.ts';
import { governorates } from './governorates.ts';

type Key = 'nameMissing' | 'phoneInvalid' | 'governorateMissing' | 'cityMissing' | 'streetMissing';
const message = (key: Key) => () => checkoutTexts()(key);

const textUpTo = (count: number) => limitedText(count, () => checkoutTexts()('tooLong', { count }));

/**
 * Validates a delivery address; the database applies the same rules (docs/product.md, Accounts).
 */
export const addressForm = z.object({
  full_name: textUpTo(120).min(1, { error: message('nameMissing') }),
  phone: z
    .string()
    .transform(cleanPhone)
    .pipe(z.string().regex(/^(\+20|0020|0)1[0125]\d{8}$/, { error: message('phoneInvalid') })),
  governorate: z.enum(governorates, { error: message('governorateMissing') }),
  city: textUpTo(80).min(1, { error: message('cityMissing') }),
  street: textUpTo(200).min(1, { error: message('streetMissing') }),
  building: textUpTo(40),
  floor: textUpTo(20),
  apartment: textUpTo(20),
  landmark: textUpTo(200),
});

export type AddressInput = z.input<typeof addressForm>;
export type Address = z.output<typeof addressForm>;

/** Option value for "another address" among the ids of saved ones. */
export const newAddress = 'new';

/** Initial values of the form, with the person's name. */
export const blankAddress = (name: string): Partial<AddressInput> => ({
  full_name: name,
  phone: '',
  city: '',
  street: '',
  building: '',
  floor: '',
  apartment: '',
  landmark: '',
});
