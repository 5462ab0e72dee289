import { z } from 'zod';
import { languages } from '#app/i18n/languages.ts';
import { adminSettingsTexts } from '#app/i18n/texts/admin-settings.ts';
import type { Json, Tables } from '#app/lib/database.types.ts';
import { fields } from '#app/product/parse-values.ts';
import { optionSettings, orderedOptions, type PaymentOptionSetting } from '#app/store/payment-options.ts';
import { amountText } from '../ui/edit/field-schemas.ts';

/** Form values: `order` lists the options, separated by spaces; the others are named `<option>/<field>`. */
export type PaymentOptionsValues = Record<string, string | boolean>;

/** Environment variables that each option needs on the server before shoppers see it. */
export const optionKeys: Readonly<Record<string, string>> = {
  stripe_card: 'STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET',
  paymob_card:
    'PAYMOB_SECRET_KEY, PAYMOB_PUBLIC_KEY, PAYMOB_API_KEY, PAYMOB_HMAC_SECRET, PAYMOB_CARD_INTEGRATION',
  paymob_wallet:
    'PAYMOB_SECRET_KEY, PAYMOB_PUBLIC_KEY, PAYMOB_API_KEY, PAYMOB_HMAC_SECRET, PAYMOB_WALLET_INTEGRATION',
  paymob_instalments:
    'PAYMOB_SECRET_KEY, PAYMOB_PUBLIC_KEY, PAYMOB_API_KEY, PAYMOB_HMAC_SECRET, PAYMOB_INSTALMENTS_INTEGRATION',
  kashier_card: 'KASHIER_MERCHANT_ID, KASHIER_API_KEY, KASHIER_SECRET_KEY',
  kashier_wallet: 'KASHIER_MERCHANT_ID, KASHIER_API_KEY, KASHIER_SECRET_KEY',
  kashier_instalments: 'KASHIER_MERCHANT_ID, KASHIER_API_KEY, KASHIER_SECRET_KEY, KASHIER_METHODS',
};

/** Returns the options in the form's order. */
export const orderedPaymentOptions = (values: PaymentOptionsValues): string[] =>
  String(values.order ?? '')
    .split(' ')
    .filter(Boolean);

/** The options in a payment column; editors hold the columns of all groups as JSON. */
const settingsOf = (column: Json) =>
  optionSettings((fields(column) as Tables<'settings'>['payment']).options);

/** Returns the form values of a payment column, with every configured option. */
export function paymentOptionsValues(column: Json, onlineOptions: readonly string[]): PaymentOptionsValues {
  const options = orderedOptions(settingsOf(column), onlineOptions);
  return {
    order: options.map(({ option }) => option).join(' '),
    ...Object.fromEntries(
      options.flatMap(({ option, offered, from, to, details }): [string, string | boolean][] => [
        [`${option}/offered`, offered],
        [`${option}/from`, from === null ? '' : String(from)],
        [`${option}/to`, to === null ? '' : String(to)],
        ...languages.map((language): [string, string] => [`${option}/${language}`, details[language] ?? '']),
      ]),
    ),
  };
}

/** Returns the schema of the form. */
export function paymentOptionsForm(): z.ZodType<PaymentOptionsValues, PaymentOptionsValues> {
  const t = adminSettingsTexts();
  const amount = amountText(() => t('amountWrong', { least: 0, most: 1_000_000 }), {
    most: 1_000_000,
    optional: true,
  });
  return z.record(z.string(), z.union([z.string(), z.boolean()])).transform((values, context) => {
    const result = { ...values };
    for (const option of orderedPaymentOptions(values)) {
      for (const end of ['from', 'to']) {
        const parsed = amount.safeParse(String(values[`${option}/${end}`] ?? ''));
        if (parsed.success) result[`${option}/${end}`] = parsed.data;
        else
          context.addIssue({
            code: 'custom',
            path: [`${option}/${end}`],
            message: t('amountWrong', { least: 0, most: 1_000_000 }),
          });
      }
      const [from, to] = [result[`${option}/from`], result[`${option}/to`]];
      if (from !== '' && to !== '' && Number(from) > Number(to))
        context.addIssue({ code: 'custom', path: [`${option}/to`], message: t('optionRangeWrong') });
    }
    return result;
  });
}

/** Writes the options into a payment column, keeping those that are currently not configured. */
export function paymentOptionsColumn(values: PaymentOptionsValues, column: Json): Json {
  const named = orderedPaymentOptions(values);
  const amount = (value: string | boolean | undefined) =>
    value === '' || value === undefined ? null : Number(value);
  const options = named.map(
    (option): PaymentOptionSetting => ({
      option,
      offered: values[`${option}/offered`] === true,
      from: amount(values[`${option}/from`]),
      to: amount(values[`${option}/to`]),
      details: Object.fromEntries(
        languages.flatMap((language) => {
          const text = String(values[`${option}/${language}`] ?? '').trim();
          return text ? [[language, text]] : [];
        }),
      ),
    }),
  );
  const others = settingsOf(column).filter(({ option }) => !named.includes(option));
  const stored = typeof column === 'object' && column !== null && !Array.isArray(column) ? column : {};
  return { ...stored, options: [...options, ...others] };
}
