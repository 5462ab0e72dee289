import { z } from 'zod';
import { languages } from '../../app/i18n/languages.ts';
import { brandTextLimits } from '../../app/lib/database.limits.ts';
import { Constants, type TablesUpdate } from '../../app/lib/database.types.ts';

type BrandColumn = Exclude<
  keyof TablesUpdate<'brands'>,
  | 'tenant_id'
  | 'version'
  | 'created_at'
  | 'updated_at'
  // No page shows them.
  | 'mail_sender'
  | 'mail_reply_to'
  | 'mail_signature'
  | 'order_prefix'
>;

const { Enums } = Constants.public;
const address = z.string().max(2000);
const color = z.string().regex(/^#[0-9a-f]{6}$/i);
const weight = z.number().min(100).max(900);
const pixels = z.number().min(0).max(999);
const factor = z.number().min(-1).max(10);

type TextColumn = Exclude<keyof typeof brandTextLimits, 'name' | 'mail_signature'>;
const { name: _, mail_signature: __, ...textLimits } = brandTextLimits;
const texts = Object.fromEntries(
  Object.entries(textLimits).map(([column, limit]) => [column, z.string().max(limit).nullable()]),
) as Record<TextColumn, z.ZodNullable<z.ZodString>>;

const columns = {
  name: z.string().min(1).max(80),
  logo: address,
  logo_dark: address.nullable(),
  icon: address.nullable(),
  hides_name: z.boolean(),
  primary_color: color,
  secondary_color: color,
  music: address.nullable(),
  hides_initial_navbar: z.boolean(),
  default_language: z.enum(languages),
  only_language: z.enum(languages).nullable(),
  option_fields: z.array(z.enum(Enums.brand_option_field)),
  look: z.enum(Enums.brand_look),
  part_looks: z.record(z.string(), z.enum(Enums.brand_look)),
  hero_look: z.enum(Enums.brand_look).nullable(),
  home_sections: z.array(z.enum(Enums.brand_home_section)),
  landing: z.enum(Enums.brand_landing),
  header: z.enum(Enums.brand_header),
  strip: z.enum(Enums.brand_strip),
  ornament: z.enum(Enums.brand_ornament),
  density: z.enum(Enums.brand_density),
  motion: z.enum(Enums.brand_motion),
  elevation: z.enum(Enums.brand_elevation),
  light_ground: z.enum(Enums.brand_light_ground),
  dark_ground: z.enum(Enums.brand_dark_ground),
  stroke: pixels,
  control_radius: pixels,
  card_radius: pixels,
  picture_radius: pixels,
  display_typeface: z.enum(Enums.brand_typeface),
  display_weight: weight,
  body_typeface: z.enum(Enums.brand_typeface),
  body_weight: weight,
  mono_typeface: z.enum(Enums.brand_typeface).nullable(),
  mono_weight: weight,
  display_case: z.enum(Enums.brand_letter_case),
  display_tracking: factor,
  display_leading: factor,
  display_scale: factor,
  details_face: z.enum(Enums.brand_face),
  ...texts,
  hero_picture: address.nullable(),
  hero_films: z.array(address).max(4),
  story_picture: address.nullable(),
  made_for_values: z.array(z.string().max(100)).max(50),
  translations: z.partialRecord(z.enum(languages), z.record(z.string(), z.string().max(5000))),
} satisfies Record<BrandColumn, z.ZodType>;

/**
 * Columns of a brand that somebody has typed but not saved. Holds them to the shapes that pages can render; what a saved
 * brand must be is decided by the constraints of `public.brands`.
 */
export const brandDraft = z.strictObject(columns).partial();
