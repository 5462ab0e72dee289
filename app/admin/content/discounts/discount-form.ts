import { z } from 'zod';
import { adminDiscountsTexts } from '#app/i18n/texts/admin-discounts.ts';
import type englishAdminDiscounts from '#app/i18n/texts/en/admin-discounts.json';
import type { PlainKey } from '#app/i18n/translations.ts';
import type { Tables } from '#app/lib/database.types.ts';
import { limitedText } from '#app/lib/text-schemas.ts';
import { cleanCode } from '#app/lib/typed-ascii.ts';
import { numberText } from '#app/lib/typed-number.ts';
import { amountText, optionalCount } from '../../ui/edit/field-schemas.ts';
import { translatedValues, translationsColumn, withTranslations } from '../../ui/edit/translated-texts.ts';
import { shopTimeInput, shopTimeIso } from '../../ui/shop-time.ts';

const message = (key: PlainKey<typeof englishAdminDiscounts>) => () => adminDiscountsTexts()(key);

export const discountKinds = ['percent', 'fixed', 'free_shipping'] as const;

/** Translated texts of a code. */
export const discountTexts = ['description'] as const;

/** Schema of the discount form; amounts in pounds, times in Cairo time, '' for no limit. */
export const discountForm = z
  .object({
    code: z
      .string()
      .overwrite(cleanCode)
      .regex(/^[A-Za-z0-9_-]{2,40}$/, { error: message('codeWrong') })
      .toUpperCase(),
    ...withTranslations({ description: limitedText(500, message('tooLong')) }),
    kind: z.enum(discountKinds),
    value: z.string().transform(numberText),
    minimum: amountText(message('amountWrong')),
    totalLimit: optionalCount(message('limitWrong')),
    perPersonLimit: optionalCount(message('limitWrong')),
    from: z.string(),
    to: z.string(),
    isActive: z.boolean(),
    isPublic: z.boolean(),
  })
  .refine(({ from, to }) => !from || !to || to > from, { error: message('windowWrong'), path: ['to'] })
  .superRefine(({ kind, value }, context) => {
    if (kind === 'free_shipping') return;
    const rule =
      kind === 'percent'
        ? amountText(message('percentWrong'), { least: 0.01, most: 100 })
        : amountText(message('amountWrong'), { least: 0.01 });
    for (const issue of rule.safeParse(value).error?.issues ?? []) {
      context.addIssue({ code: 'custom', message: issue.message, path: ['value'] });
    }
  });

export type DiscountForm = z.output<typeof discountForm>;

/** Returns the form values of a code, or the defaults of a new one. */
export function discountFormValues(row: Tables<'discounts'> | null): DiscountForm {
  return {
    ...translatedValues(discountTexts, row?.translations),
    code: row?.code ?? '',
    description: row?.description ?? '',
    kind: row?.kind ?? 'percent',
    value: row && row.kind !== 'free_shipping' ? String(row.value) : '',
    minimum: String(row?.minimum_subtotal ?? 0),
    totalLimit: String(row?.total_limit ?? ''),
    perPersonLimit: String(row?.per_person_limit ?? ''),
    from: shopTimeInput(row?.starts_at),
    to: shopTimeInput(row?.ends_at),
    isActive: row?.is_active ?? true,
    isPublic: row?.is_public ?? false,
  };
}

const countOf = (typed: string) => (typed === '' ? null : Number(typed));

/** Returns the columns that the form changes in a stored code. */
export function discountColumns(form: DiscountForm, stored: Tables<'discounts'> | null) {
  return {
    translations: translationsColumn(discountTexts, form, stored?.translations),
    code: form.code,
    description: form.description,
    kind: form.kind,
    value: form.kind === 'free_shipping' ? 0 : Number(form.value),
    minimum_subtotal: Number(form.minimum),
    total_limit: countOf(form.totalLimit),
    per_person_limit: countOf(form.perPersonLimit),
    starts_at: shopTimeIso(form.from),
    ends_at: shopTimeIso(form.to),
    is_active: form.isActive,
    is_public: form.isPublic,
  };
}
