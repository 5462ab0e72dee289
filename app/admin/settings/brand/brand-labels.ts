import { adminSettingsTexts } from '#app/i18n/texts/admin-settings.ts';
import { translatedLabels } from '../../ui/edit/translated-texts.ts';
import {
  type BrandForm,
  type BrandText,
  brandTexts,
  type HomeSection,
  homeSections,
  optionFieldNames,
  type Part,
  partName,
  parts,
} from './brand-form.ts';

/** The fields whose labels are no texts in several languages and no parts. */
const fieldNames = [
  'logo',
  'logo_dark',
  'icon',
  'hides_name',
  'primary_color',
  'secondary_color',
  'light_ground',
  'dark_ground',
  'look',
  'hero_look',
  'header',
  'strip',
  'ornament',
  'density',
  'motion',
  'elevation',
  'stroke',
  'control_radius',
  'card_radius',
  'picture_radius',
  'display_typeface',
  'display_weight',
  'display_case',
  'display_tracking',
  'display_leading',
  'display_scale',
  'body_typeface',
  'body_weight',
  'mono_typeface',
  'mono_weight',
  'details_face',
  'landing',
  'home_sections',
  'music',
  'option_fields',
  'made_for_values',
  'default_language',
  'only_language',
  'hero_picture',
  'hero_films',
  'story_picture',
] as const satisfies readonly (keyof BrandForm)[];

type Labels = Readonly<Record<keyof BrandForm, string>>;

/** Labels of the form's fields. */
export function brandLabels(): Labels {
  const t = adminSettingsTexts();
  const texts = Object.fromEntries(brandTexts.map((name) => [name, t(`brand_${name}`)])) as Record<
    BrandText,
    string
  >;
  return {
    ...(Object.fromEntries(fieldNames.map((name) => [name, t(`brand_${name}`)])) as Pick<
      Labels,
      (typeof fieldNames)[number]
    >),
    ...(Object.fromEntries(parts.map((part) => [partName(part), partLabel(part)])) as Pick<
      Labels,
      ReturnType<typeof partName>
    >),
    ...texts,
    ...translatedLabels(brandTexts, texts),
  };
}

/** Name of a layout that a brand can take from another look. */
const partLabel = (part: Part): string => adminSettingsTexts()(`part_${part}`);

/** Name of a section of the home page. */
export const sectionLabel = (section: HomeSection): string => adminSettingsTexts()(`section_${section}`);

/** Formats a field whose value is a list, for comparing versions; undefined for others. */
export function formatBrandField(field: string, value: unknown): string | undefined {
  if (!Array.isArray(value)) return undefined;
  const t = adminSettingsTexts();
  const names =
    field === 'home_sections'
      ? homeSections.filter((one) => value.includes(one)).sort((a, b) => value.indexOf(a) - value.indexOf(b))
      : optionFieldNames.filter((one) => value.includes(one));
  return names.map((one) => (isSection(one) ? sectionLabel(one) : t(`optionField_${one}`))).join(', ');
}

const isSection = (name: string): name is HomeSection => homeSections.some((section) => section === name);
