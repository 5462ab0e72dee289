import { z } from 'zod';
import { adminOffersTexts } from '#app/i18n/texts/admin-offers.ts';
import type englishAdminOffers from '#app/i18n/texts/en/admin-offers.json';
import type { PlainKey } from '#app/i18n/translations.ts';
import type { Tables } from '#app/lib/database.types.ts';
import { numberText } from '#app/lib/typed-number.ts';
import { amountText, optionalCount } from '../../ui/edit/field-schemas.ts';
import { translatedValues, translationsColumn, withTranslations } from '../../ui/edit/translated-texts.ts';
import { shopTimeInput, shopTimeIso } from '../../ui/shop-time.ts';

const message = (key: PlainKey<typeof englishAdminOffers>) => () => adminOffersTexts()(key);

export const offerKinds = ['percent', 'amount', 'price', 'cheapest', 'set_price', 'free_shipping'] as const;
export const offerAudiences = ['everybody', 'signed_in', 'first_order'] as const;

/** Translated texts of an offer. */
export const offerTexts = ['name'] as const;

const isPercent = (kind: (typeof offerKinds)[number]) => kind === 'percent' || kind === 'cheapest';
const isOfSets = (kind: (typeof offerKinds)[number]) => kind === 'cheapest' || kind === 'set_price';

const valueRules = {
  percent: amountText(message('percentWrong'), { least: 0.01, most: 100 }),
  amount: amountText(message('amountWrong'), { least: 0.01 }),
};
const setSize = z
  .string()
  .refine((typed) => /^\d{1,2}$/.test(typed) && Number(typed) >= 2 && Number(typed) <= 20, {
    error: message('setSizeWrong'),
  });

/** Schema of the offer form; amounts in pounds, times in Cairo time, '' for no limit, days as strings with 0 for Sunday. */
export const offerForm = z
  .object({
    ...withTranslations({
      name: z
        .string()
        .trim()
        .max(120, { error: message('nameWrong') }),
    }),
    kind: z.enum(offerKinds),
    value: z.string().transform(numberText),
    setSize: z.string().transform(numberText),
    reducedPieces: z.string().transform(numberText),
    categoryIds: z.array(z.string()),
    minimumPieces: optionalCount(message('piecesWrong'), { least: 0, most: 1_000 }),
    minimumAmount: amountText(message('minimumWrong')),
    audience: z.enum(offerAudiences),
    from: z.string(),
    to: z.string(),
    days: z.array(z.string()),
    totalLimit: optionalCount(message('limitWrong')),
    perPersonLimit: optionalCount(message('limitWrong')),
    budget: amountText(message('amountWrong'), { least: 0.01, optional: true }),
    margin: amountText(message('marginWrong'), { most: 1_000, optional: true }),
    withCodes: z.boolean(),
    isActive: z.boolean(),
  })
  .refine(({ name }) => name !== '', { error: message('nameWrong'), path: ['name'] })
  .refine(({ from, to }) => !from || !to || to > from, { error: message('windowWrong'), path: ['to'] })
  .refine(({ margin, withCodes }) => margin === '' || !withCodes, {
    error: message('marginCodes'),
    path: ['margin'],
  })
  .superRefine(({ kind, value, setSize: size, reducedPieces: reduced }, context) => {
    const problem = (path: string, error: z.ZodError | undefined) =>
      error?.issues.forEach((issue) => {
        context.addIssue({ code: 'custom', message: issue.message, path: [path] });
      });
    if (kind !== 'free_shipping')
      problem('value', valueRules[isPercent(kind) ? 'percent' : 'amount'].safeParse(value).error);
    if (isOfSets(kind)) problem('setSize', setSize.safeParse(size).error);
    if (
      kind === 'cheapest' &&
      !(/^\d{1,2}$/.test(reduced) && Number(reduced) >= 1 && Number(reduced) < Number(size))
    )
      context.addIssue({ code: 'custom', message: message('reducedWrong')(), path: ['reducedPieces'] });
  });

export type OfferForm = z.output<typeof offerForm>;

/** Returns the form values of an offer, or the defaults of a new one. */
export function offerFormValues(row: Tables<'offers'> | null): OfferForm {
  return {
    ...translatedValues(offerTexts, row?.translations),
    name: row?.name ?? '',
    kind: row?.kind ?? 'percent',
    value: row && row.kind !== 'free_shipping' ? String(row.value) : '',
    setSize: String(row?.set_size ?? 3),
    reducedPieces: String(row?.reduced_pieces ?? 1),
    categoryIds: row?.category_ids ?? [],
    minimumPieces: String(row?.minimum_pieces ?? 0),
    minimumAmount: String(row?.minimum_amount ?? 0),
    audience: row?.audience ?? 'everybody',
    from: shopTimeInput(row?.starts_at),
    to: shopTimeInput(row?.ends_at),
    days: (row?.weekdays ?? []).map(String),
    totalLimit: String(row?.total_limit ?? ''),
    perPersonLimit: String(row?.per_person_limit ?? ''),
    budget: String(row?.budget ?? ''),
    margin: String(row?.margin_percent ?? ''),
    withCodes: row?.with_codes ?? true,
    isActive: row?.is_active ?? true,
  };
}

const numberOf = (typed: string) => (typed === '' ? null : Number(typed));

/** Returns the columns that the form changes in a stored offer. */
export function offerColumns(form: OfferForm, stored: Tables<'offers'> | null) {
  return {
    translations: translationsColumn(offerTexts, form, stored?.translations),
    name: form.name,
    kind: form.kind,
    value: form.kind === 'free_shipping' ? 0 : Number(form.value),
    set_size: isOfSets(form.kind) ? Number(form.setSize) : null,
    reduced_pieces: form.kind === 'cheapest' ? Number(form.reducedPieces) : null,
    category_ids: form.categoryIds,
    minimum_pieces: Number(form.minimumPieces),
    minimum_amount: Number(form.minimumAmount),
    audience: form.audience,
    starts_at: shopTimeIso(form.from),
    ends_at: shopTimeIso(form.to),
    weekdays: form.days.map(Number).sort((one, other) => one - other),
    total_limit: numberOf(form.totalLimit),
    per_person_limit: numberOf(form.perPersonLimit),
    budget: numberOf(form.budget),
    margin_percent: numberOf(form.margin),
    with_codes: form.withCodes,
    is_active: form.isActive,
  };
}
