import { z } from 'zod';
import { adminSettingsTexts } from '#app/i18n/texts/admin-settings.ts';
import { brandTextLimits } from '#app/lib/database.limits.ts';
import { Constants, type TablesUpdate } from '#app/lib/database.types.ts';
import { limitedText } from '#app/lib/text-schemas.ts';
import { type BrandRow, typefaceNames } from '#app/store/brand-row.ts';
import { translatedValues, translationsColumn, withTranslations } from '../../ui/edit/translated-texts.ts';
import { pictureColumns, pictureFields, pictureTexts, pictureValues } from './pictures/picture-values.ts';

/** The looks, and the pages' backgrounds, to choose from. */
export const {
  brand_look: lookNames,
  brand_light_ground: lightGrounds,
  brand_dark_ground: darkGrounds,
} = Constants.public.Enums;

/** The texts of the form, by the place where shoppers read them. */
export const brandPlaces = {
  home: [
    'hero_title',
    'hero_text',
    'hero_action',
    'featured_title',
    'categories_title',
    'deals_title',
    'new_title',
  ],
  story: ['story_title', 'story'],
  everywhere: ['slogans', 'nothing_found_title'],
  shopping: ['empty_cart', 'order_placed_text', 'account_text', 'designer_text'],
  help: ['contact_text', 'faq_text'],
  trouble: ['not_found_title', 'not_found_text', 'error_title', 'error_text'],
  landing: ['all_categories_text', 'visit_title', 'visit_text'],
} as const;

export const brandTexts = [
  ...brandPlaces.home,
  ...brandPlaces.story,
  ...brandPlaces.everywhere,
  ...brandPlaces.shopping,
  ...brandPlaces.help,
  ...brandPlaces.trouble,
  ...brandPlaces.landing,
  ...pictureTexts,
] as const;

export type BrandText = (typeof brandTexts)[number];

/** Texts that a brand can do without. */
const optionalTexts: readonly BrandText[] = ['designer_text', ...brandPlaces.landing, ...pictureTexts];

export const isOptionalText = (name: BrandText) => optionalTexts.includes(name);

const message = (key: 'tooLong' | 'textMissing' | 'colorWrong' | 'slogansWrong') => () =>
  adminSettingsTexts()(key);

const MOST_SLOGANS = 8;
const LONGEST_SLOGAN = 60;

/** One slogan a line, short enough for the announcement bar. */
function areSlogans(typed: string): boolean {
  const slogans = typed.split('\n').map((line) => line.trim());
  return (
    slogans.length <= MOST_SLOGANS &&
    new Set(slogans.map((slogan) => slogan.toLowerCase())).size === slogans.length &&
    slogans.every((slogan) => slogan.length > 0 && slogan.length <= LONGEST_SLOGAN)
  );
}

function ruleOf(name: BrandText) {
  const text = limitedText(brandTextLimits[name], message('tooLong'));
  if (isOptionalText(name)) return text;
  const needed = text.min(1, { error: message('textMissing') });
  return name === 'slogans' ? needed.refine(areSlogans, { error: message('slogansWrong') }) : needed;
}

const texts = Object.fromEntries(brandTexts.map((name) => [name, ruleOf(name)])) as Record<
  BrandText,
  ReturnType<typeof limitedText>
>;
const color = z
  .string()
  .trim()
  .regex(/^#[0-9a-f]{6}$/i, { error: message('colorWrong') });

/** Schema of the form of a brand. */
export const brandForm = z.object({
  name: limitedText(80, message('tooLong')).min(1, { error: message('textMissing') }),
  primary_color: color,
  secondary_color: color,
  light_ground: z.enum(lightGrounds),
  dark_ground: z.enum(darkGrounds),
  look: z.enum(lookNames),
  display_typeface: z.enum(typefaceNames),
  body_typeface: z.enum(typefaceNames),
  ...pictureFields,
  ...withTranslations(texts),
});

export type BrandForm = z.output<typeof brandForm>;

/** Returns the form values of a brand. */
export function brandFormValues(row: BrandRow): BrandForm {
  const own = Object.fromEntries(brandTexts.map((name) => [name, row[name] ?? ''])) as Record<
    BrandText,
    string
  >;
  return {
    name: row.name,
    primary_color: row.primary_color,
    secondary_color: row.secondary_color,
    light_ground: row.light_ground,
    dark_ground: row.dark_ground,
    look: row.look,
    display_typeface: row.display_typeface,
    body_typeface: row.body_typeface,
    ...pictureValues(row),
    ...own,
    ...translatedValues(brandTexts, row.translations),
  };
}

/** Returns the columns that the form changes in a stored brand. */
export function brandColumns(form: BrandForm, stored: BrandRow): TablesUpdate<'brands'> {
  const own = Object.fromEntries(
    brandTexts.map((name) => [name, form[name] || (isOptionalText(name) ? null : '')]),
  );
  return {
    name: form.name,
    primary_color: form.primary_color,
    secondary_color: form.secondary_color,
    light_ground: form.light_ground,
    dark_ground: form.dark_ground,
    look: form.look,
    display_typeface: form.display_typeface,
    body_typeface: form.body_typeface,
    ...pictureColumns(form),
    ...own,
    translations: translationsColumn(brandTexts, form, stored.translations),
  };
}
