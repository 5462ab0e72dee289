import { z } from 'zod';
import type { Look } from '#app/brands/looks/look.ts';
import { isLanguage, languages } from '#app/i18n/languages.ts';
import { adminSettingsTexts } from '#app/i18n/texts/admin-settings.ts';
import { brandTextLimits } from '#app/lib/database.limits.ts';
import { Constants, type TablesUpdate } from '#app/lib/database.types.ts';
import { limitedText } from '#app/lib/text-schemas.ts';
import { typedNumber } from '#app/lib/typed-number.ts';
import { fields } from '#app/product/parse-values.ts';
import { type BrandRow, typefaceNames } from '#app/store/brand-row.ts';
import { translatedValues, translationsColumn, withTranslations } from '../../ui/edit/translated-texts.ts';
import { pictureColumns, pictureFields, pictureTexts, pictureValues } from './pictures/picture-values.ts';

/** The values of a brand's choices. */
export const {
  brand_look: lookNames,
  brand_light_ground: lightGrounds,
  brand_dark_ground: darkGrounds,
  brand_header: headers,
  brand_strip: strips,
  brand_ornament: ornaments,
  brand_density: densities,
  brand_motion: motions,
  brand_elevation: elevations,
  brand_letter_case: letterCases,
  brand_face: faces,
  brand_landing: landings,
  brand_home_section: homeSections,
  brand_option_field: optionFieldNames,
} = Constants.public.Enums;

export type HomeSection = (typeof homeSections)[number];

/** The layouts of a look, each of which a brand can take from another look. */
export const parts = [
  'header',
  'footer',
  'bottomBar',
  'card',
  'tile',
  'story',
  'listing',
  'product',
  'cart',
  'checkout',
  'confirmation',
  'auth',
  'account',
  'order',
  'help',
  'designer',
  'popup',
  'empty',
  'message',
] as const satisfies readonly (keyof Look)[];

export type Part = (typeof parts)[number];
type PartName = `part_${Part}`;

export const partName = (part: Part): PartName => `part_${part}`;

/** Weights that typefaces come in. */
export const weights = [100, 200, 300, 400, 500, 600, 700, 800, 900] as const;

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

/** The texts that the form has in each language. */
export const brandTexts = [
  'name',
  ...brandPlaces.home,
  ...brandPlaces.story,
  ...brandPlaces.everywhere,
  ...brandPlaces.shopping,
  ...brandPlaces.help,
  ...brandPlaces.trouble,
  ...brandPlaces.landing,
  ...pictureTexts,
  'made_for_label',
  'made_for_all',
] as const;

export type BrandText = (typeof brandTexts)[number];

/** Texts that a brand can do without. */
const optionalTexts: readonly BrandText[] = [
  'designer_text',
  'made_for_label',
  'made_for_all',
  ...brandPlaces.landing,
  ...pictureTexts,
];

export const isOptionalText = (name: BrandText) => optionalTexts.includes(name);

/** Numbers of the design, with their bounds in the database. */
const designNumbers = {
  stroke: { least: 0, most: 4 },
  control_radius: { least: 0, most: 999, whole: true },
  card_radius: { least: 0, most: 60, whole: true },
  picture_radius: { least: 0, most: 60, whole: true },
  display_tracking: { least: -0.1, most: 0.3 },
  display_leading: { least: 0.7, most: 1.6 },
  display_scale: { least: 0.5, most: 2 },
} as const;

export type DesignNumber = keyof typeof designNumbers;
const designNumberNames = Object.keys(designNumbers) as DesignNumber[];

type MessageKey = 'tooLong' | 'textMissing' | 'colorWrong' | 'slogansWrong' | 'devicesWrong' | 'monoMissing';
const message = (key: MessageKey) => () => adminSettingsTexts()(key);

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

const lines = (typed: string) =>
  typed
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

const MOST_DEVICES = 50;
const LONGEST_DEVICE = 100;

/** One device a line, none twice. */
function areDevices(typed: string): boolean {
  const devices = lines(typed);
  return (
    devices.length <= MOST_DEVICES &&
    new Set(devices.map((device) => device.toLowerCase())).size === devices.length &&
    devices.every((device) => device.length <= LONGEST_DEVICE)
  );
}

/** A typed number of the design. */
function numberRule(name: DesignNumber) {
  const { least, most, ...rule } = designNumbers[name];
  const error = () => adminSettingsTexts()('numberWrong', { least, most });
  return z.string().refine(
    (typed) => {
      const number = typedNumber(typed);
      return number >= least && number <= most && (!('whole' in rule) || Number.isInteger(number));
    },
    { error },
  );
}

const texts = Object.fromEntries(brandTexts.map((name) => [name, ruleOf(name)])) as Record<
  BrandText,
  ReturnType<typeof limitedText>
>;
const color = z
  .string()
  .trim()
  .regex(/^#[0-9a-f]{6}$/i, { error: message('colorWrong') });

const weight = z.enum(weights.map(String));
const numbers = Object.fromEntries(designNumberNames.map((name) => [name, numberRule(name)])) as Record<
  DesignNumber,
  ReturnType<typeof numberRule>
>;
const otherLook = z.enum(['', ...lookNames]);
const partFields = Object.fromEntries(parts.map((part) => [partName(part), otherLook])) as Record<
  PartName,
  typeof otherLook
>;

/** Schema of the form of a brand. Numbers are as typed; pictures and music are paths, '' for none. */
export const brandForm = z
  .object({
    logo: z.string().min(1, { error: message('textMissing') }),
    logo_dark: z.string(),
    icon: z.string(),
    hides_name: z.boolean(),
    primary_color: color,
    secondary_color: color,
    light_ground: z.enum(lightGrounds),
    dark_ground: z.enum(darkGrounds),
    look: z.enum(lookNames),
    hero_look: otherLook,
    ...partFields,
    header: z.enum(headers),
    strip: z.enum(strips),
    ornament: z.enum(ornaments),
    density: z.enum(densities),
    motion: z.enum(motions),
    elevation: z.enum(elevations),
    display_typeface: z.enum(typefaceNames),
    display_weight: weight,
    body_typeface: z.enum(typefaceNames),
    body_weight: weight,
    mono_typeface: z.enum(['', ...typefaceNames]),
    mono_weight: weight,
    display_case: z.enum(letterCases),
    details_face: z.enum(faces),
    ...numbers,
    landing: z.enum(landings),
    home_sections: z.array(z.enum(homeSections)),
    music: z.string(),
    option_fields: z.array(z.enum(optionFieldNames)),
    made_for_values: z.string().refine(areDevices, { error: message('devicesWrong') }),
    default_language: z.enum(languages),
    only_language: z.enum(['', ...languages]),
    ...pictureFields,
    ...withTranslations(texts),
  })
  .refine(({ details_face, mono_typeface }) => details_face !== 'mono' || mono_typeface !== '', {
    path: ['mono_typeface'],
    error: message('monoMissing'),
  })
  // A list of devices is shown with its label and the word for all of them.
  .refine(({ made_for_values, made_for_label }) => made_for_values.trim() === '' || made_for_label !== '', {
    path: ['made_for_label'],
    error: message('textMissing'),
  })
  .refine(({ made_for_values, made_for_all }) => made_for_values.trim() === '' || made_for_all !== '', {
    path: ['made_for_all'],
    error: message('textMissing'),
  });

export type BrandForm = z.output<typeof brandForm>;

/** Columns whose values are those of their fields. */
const plainColumns = [
  'logo',
  'hides_name',
  'primary_color',
  'secondary_color',
  'light_ground',
  'dark_ground',
  'look',
  'header',
  'strip',
  'ornament',
  'density',
  'motion',
  'elevation',
  'display_typeface',
  'body_typeface',
  'display_case',
  'details_face',
  'landing',
  'home_sections',
  'option_fields',
] as const satisfies readonly (keyof BrandForm & keyof BrandRow)[];

const emptyColumns = ['logo_dark', 'icon', 'music', 'hero_look', 'mono_typeface', 'only_language'] as const;
const weightColumns = ['display_weight', 'body_weight', 'mono_weight'] as const;

const picked = <Source extends object, Name extends keyof Source>(source: Source, names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, source[name]])) as Pick<Source, Name>;

const mapped = <Name extends string, Value>(names: readonly Name[], of: (name: Name) => Value) =>
  Object.fromEntries(names.map((name) => [name, of(name)])) as Record<Name, Value>;

/** Returns the form values of a brand. */
export function brandFormValues(row: BrandRow): BrandForm {
  const taken = fields(row.part_looks);
  const lookOf = (part: Part) => lookNames.find((name) => name === taken[part]) ?? '';
  return {
    ...picked(row, plainColumns),
    logo_dark: row.logo_dark ?? '',
    icon: row.icon ?? '',
    music: row.music ?? '',
    hero_look: row.hero_look ?? '',
    default_language: row.default_language === 'ar' ? 'ar' : 'en',
    only_language: isLanguage(row.only_language) ? row.only_language : '',
    mono_typeface: row.mono_typeface ?? '',
    ...mapped(weightColumns, (name) => String(row[name])),
    ...mapped(designNumberNames, (name) => String(row[name])),
    ...(Object.fromEntries(parts.map((part) => [partName(part), lookOf(part)])) as Pick<BrandForm, PartName>),
    made_for_values: row.made_for_values.join('\n'),
    ...pictureValues(row),
    ...mapped(brandTexts, (name) => row[name] ?? ''),
    ...translatedValues(brandTexts, row.translations),
  };
}

/** Returns the columns that the form changes in a stored brand. */
export function brandColumns(form: BrandForm, stored: BrandRow): TablesUpdate<'brands'> {
  const taken = parts.flatMap((part) => (form[partName(part)] ? [[part, form[partName(part)]]] : []));
  const own = brandTexts.map((name) => [name, form[name] || (isOptionalText(name) ? null : '')]);
  return {
    ...picked(form, plainColumns),
    ...Object.fromEntries(own),
    ...mapped(emptyColumns, (name) => form[name] || null),
    ...mapped(weightColumns, (name) => Number(form[name])),
    ...mapped(designNumberNames, (name) => typedNumber(form[name])),
    default_language: form.default_language,
    ...pictureColumns(form),
    part_looks: Object.fromEntries(taken),
    // The landing's own navigation replaces the header.
    hides_initial_navbar: form.landing === 'tabletop',
    made_for_values: lines(form.made_for_values),
    translations: translationsColumn(brandTexts, form, stored.translations),
  };
}
