import { z } from 'zod';
import { adminProductsTexts } from '#app/i18n/texts/admin-products.ts';
import type englishAdminProducts from '#app/i18n/texts/en/admin-products.json';
import { translatedWords, translationOf } from '#app/i18n/translated-row.ts';
import type { PlainKey } from '#app/i18n/translations.ts';
import type { Json } from '#app/lib/database.types.ts';
import { toPiastres, toPounds } from '#app/lib/money.ts';
import { limitedText } from '#app/lib/text-schemas.ts';
import { numberText } from '#app/lib/typed-number.ts';
import { cleanText } from '#app/lib/typed-text.ts';
import { type Attribute, attributeValues } from '#app/product/attributes.ts';
import { addressList, fields, optionList, text, typedList } from '#app/product/parse-values.ts';
import { byColumn, productColumnsOf } from '#app/product/product-columns.ts';
import { discountPercent } from '#app/product/product-price.ts';
import { readValue, writeValue } from '../../attributes/attribute-text.ts';
import { signedNumber } from '../../ui/edit/field-schemas.ts';
import {
  byTranslation,
  checkWords,
  otherLanguages,
  translatedLists,
  translatedName,
  translatedValues,
  translationsColumn,
  withTranslatedLists,
  withTranslation,
  withTranslations,
} from '../../ui/edit/translated-texts.ts';
import type { StoredProduct } from '../data/read-admin-products.ts';

const message = (key: PlainKey<typeof englishAdminProducts>) => () => adminProductsTexts()(key);
const textUpTo = (length: number) => limitedText(length, message('tooLong'));

/** Maximum length of a product's name. */
export const longestName = 200;

const amount = /^\d{1,7}(\.\d{1,2})?$/;
const most = 10_000_000_00;

/** Converts a typed amount to integer piastres; NaN when invalid. */
export function typedPiastres(typed: string): number {
  const pounds = numberText(typed);
  return amount.test(pounds) ? toPiastres(pounds) : Number.NaN;
}

const price = z
  .string()
  .trim()
  .refine((typed) => typedPiastres(typed) <= most, { error: message('priceWrong') });

/** Schema of a typed number of pieces in stock. */
export const pieces = z
  .string()
  .transform(numberText)
  .refine((typed) => /^\d{1,8}$/.test(typed) && Number(typed) <= 10_000_000, {
    error: message('stockWrong'),
  });

/** Maximum number of pieces in one stock movement, as in `adjust_stock`. */
const mostMoved = 1_000_000;

/** Parses a typed stock movement, with any minus sign; null when 0, not whole or out of bounds. */
export function stockMove(typed: string): number | null {
  const delta = signedNumber(typed);
  if (!Number.isInteger(delta)) return null;
  return delta !== 0 && Math.abs(delta) <= mostMoved ? delta : null;
}

/** A picture's public address and alternative text. */
const picture = z.object({
  src: z.string(),
  ...withTranslations({ alt: z.string().max(300, { error: message('tooLong') }) }),
});

export type FormPicture = z.output<typeof picture>;

/** Returns texts each once, however their letters are written. */
const eachOnce = (texts: readonly string[]): string[] => [
  ...new Map(texts.map((each) => [each.toLowerCase(), each])).values(),
];

/** Parses tags with commas between them. */
export const typedTags = (typed: string): string[] =>
  eachOnce(typed.split(/[,،\n]/).flatMap((tag) => cleanText(tag) || []));

/** Parses the addresses of pages, one per line. */
export const typedPaths = (typed: string): string[] =>
  eachOnce(typed.split(/[\r\n]+/).flatMap((path) => cleanText(path) || []));

const textsOf = { tags: typedTags, old_paths: typedPaths } as const;

const textNames = productColumnsOf('text').map(({ name }) => name);
const listNames = productColumnsOf('list').map(({ name }) => name);

/** Schema of the product form. Amounts are pounds as text, options comma-separated lists; '' means unset. */
export const productForm = z
  .object({
    ...withTranslations({
      ...byColumn('text', ({ longest }) => textUpTo(longest)),
      ...byColumn('own', ({ longest }) => textUpTo(longest)),
      ...byColumn('list', ({ longest }) => textUpTo(longest)),
      name: textUpTo(longestName).min(1, { error: message('nameMissing') }),
    }),
    ...byColumn('texts', ({ name, longest, most }) =>
      z
        .string()
        .refine((typed) => textsOf[name](typed).every((each) => each.length <= longest), {
          error: message('tooLong'),
        })
        .refine((typed) => textsOf[name](typed).length <= most, {
          error: () => adminProductsTexts()('tooManyTexts', { most }),
        }),
    ),
    ...byColumn('flag', () => z.boolean()),
    category_id: z.string(),
    price,
    original_price: z
      .string()
      .trim()
      .refine((typed) => typed === '' || typedPiastres(typed) <= most, { error: message('priceWrong') }),
    /** Typed values of the store's attributes, by id. */
    attributes: z.record(z.string(), z.string().max(300, { error: message('tooLong') })),
    pictures: z.array(picture).max(20, { error: message('tooManyPictures') }),
    videos: z.array(z.string()).max(5, { error: message('tooManyVideos') }),
  })
  .refine(
    (form) =>
      form.original_price === '' || !(typedPiastres(form.original_price) <= typedPiastres(form.price)),
    { error: message('originalPriceTooLow'), path: ['original_price'] },
  )
  .superRefine((form, context) => checkWords(listNames, form, context));

export type ProductForm = z.output<typeof productForm>;

/** Returns the product schema, including these attributes. */
export function productFormWith(attributes: readonly Attribute[]) {
  return productForm.superRefine((form, check) => {
    for (const attribute of attributes) {
      if (readValue(attribute, form.attributes[attribute.id] ?? '') !== null) continue;
      check.addIssue({
        code: 'custom',
        path: ['attributes', attribute.id],
        message: message(attribute.kind === 'number' ? 'numberWrong' : 'valueWrong')(),
      });
    }
  });
}

/** Returns whether types are an option; otherwise the product has a type itself. */
export const hasTypeOption = (options: readonly { kind: string }[]): boolean =>
  options.some(({ kind }) => kind === 'type');

const listed = (value: string | null) => optionList(value ?? '').join(', ');
const stored = (value: string) => (value === '' ? null : JSON.stringify(typedList(value)));

/** Returns the form values of a product, or of a new one. */
export function productFormValues(product: StoredProduct | null): ProductForm {
  const { translations } = product ?? {};
  return {
    ...translatedValues(textNames, translations),
    ...byTranslation(['product_type'], (_, language) => text(translationOf(translations, language).type)),
    ...translatedLists(listNames, (name) => optionList(product?.[name] ?? ''), translations),
    ...byColumn('text', ({ name }) => product?.[name] ?? ''),
    ...byColumn('own', ({ name }) => product?.[name] ?? ''),
    ...byColumn('list', ({ name }) => listed(product?.[name] ?? null)),
    tags: (product?.tags ?? []).join(', '),
    old_paths: (product?.old_paths ?? []).join('\n'),
    ...byColumn('flag', ({ name, initially }) => product?.[name] ?? initially),
    category_id: product?.category_id ?? '',
    price: String(product?.price ?? ''),
    original_price: String(product?.original_price || ''),
    attributes: Object.fromEntries(
      Object.entries(attributeValues(product?.attributes)).map(([id, value]) => [id, writeValue(value)]),
    ),
    pictures: addressList(product?.images).map((src) => ({
      src,
      alt: text(fields(product?.image_alts)[src]),
      ...byTranslation(
        ['alt'],
        (_, language) => translatedWords(translations, 'image_alts', language)[src] ?? '',
      ),
    })),
    videos: addressList(product?.videos),
  };
}

/** Merges the translations of a valid form into the stored ones. */
function translationsOf(form: ProductForm, stored: unknown): Json {
  const texts = translationsColumn(textNames, form, stored);
  const lists = withTranslatedLists(listNames, (name) => typedList(form[name]), form, texts);
  return otherLanguages.reduce((all, language) => {
    const alts = form.pictures.map((each) => [each.src, each[translatedName('alt', language)].trim()]);
    return withTranslation(all, language, {
      type: form[translatedName('product_type', language)].trim(),
      image_alts: Object.fromEntries(alts.filter(([, alt]) => alt)),
    });
  }, lists);
}

/** Returns the row of a valid form; `translations` are the stored ones. */
export function rowOfForm(
  form: ProductForm,
  attributes: readonly Attribute[] = [],
  translations: unknown = {},
) {
  return {
    translations: translationsOf(form, translations),
    ...byColumn('text', ({ name }) => form[name] || null),
    ...byColumn('own', ({ name }) => form[name] || null),
    ...byColumn('list', ({ name }) => stored(form[name])),
    ...byColumn('texts', ({ name }) => textsOf[name](form[name])),
    ...byColumn('flag', ({ name }) => form[name]),
    name: form.name,
    category_id: form.category_id || null,
    price: toPounds(typedPiastres(form.price)),
    original_price: form.original_price === '' ? null : toPounds(typedPiastres(form.original_price)),
    attributes: Object.fromEntries(
      attributes.flatMap((attribute) => {
        const value = readValue(attribute, form.attributes[attribute.id] ?? '');
        return value === undefined || value === null ? [] : [[attribute.id, value]];
      }),
    ),
    images: form.pictures.map(({ src }) => src),
    image_alts: Object.fromEntries(
      form.pictures.flatMap(({ src, alt }) => (alt.trim() ? [[src, alt.trim()]] : [])),
    ),
    videos: form.videos,
  };
}

/** Returns the discount percentage of the badge for two typed amounts; 0 for none. */
export function typedBadge(priceText: string, originalText: string): number {
  const [price, original] = [typedPiastres(priceText.trim()), typedPiastres(originalText.trim())];
  if (Number.isNaN(price) || Number.isNaN(original)) return 0;
  return discountPercent({ price: toPounds(price), originalPrice: toPounds(original), discount: 0 });
}
