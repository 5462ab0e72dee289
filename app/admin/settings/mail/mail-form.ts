import { z } from 'zod';
import { adminSettingsTexts } from '#app/i18n/texts/admin-settings.ts';
import { brandTextLimits } from '#app/lib/database.limits.ts';
import type { TablesUpdate } from '#app/lib/database.types.ts';
import { emailText, limitedText } from '#app/lib/text-schemas.ts';
import { cleanAscii } from '#app/lib/typed-ascii.ts';
import type { BrandRow } from '#app/store/brand-row.ts';
import { translatedValues, translationsColumn, withTranslations } from '../../ui/edit/translated-texts.ts';

const message = (key: 'emailWrong' | 'tooLong' | 'prefixWrong') => () => adminSettingsTexts()(key);

const LONGEST_ADDRESS = 254;
const address = z.union([z.literal(''), emailText(message('emailWrong'), LONGEST_ADDRESS)]);
const texts = ['mail_signature'] as const;

/** Schema of the form of a store's mail and order numbers. */
export const mailForm = z.object({
  mail_sender: address,
  mail_reply_to: address,
  order_prefix: z
    .string()
    .overwrite((typed) => cleanAscii(typed).toUpperCase())
    .regex(/^([A-Z][A-Z0-9]{0,5})?$/, { error: message('prefixWrong') }),
  ...withTranslations({ mail_signature: limitedText(brandTextLimits.mail_signature, message('tooLong')) }),
});

export type MailForm = z.output<typeof mailForm>;

/** Returns the form values of a store. */
export function mailFormValues(row: BrandRow): MailForm {
  return {
    mail_sender: row.mail_sender ?? '',
    mail_reply_to: row.mail_reply_to ?? '',
    order_prefix: row.order_prefix ?? '',
    mail_signature: row.mail_signature ?? '',
    ...translatedValues(texts, row.translations),
  };
}

/** Returns the columns that the form changes in a stored brand. */
export function mailColumns(form: MailForm, stored: BrandRow): TablesUpdate<'brands'> {
  return {
    mail_sender: form.mail_sender || null,
    mail_reply_to: form.mail_reply_to || null,
    order_prefix: form.order_prefix || null,
    mail_signature: form.mail_signature || null,
    translations: translationsColumn(texts, form, stored.translations),
  };
}
