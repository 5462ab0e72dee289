import { z } from 'zod';
import { adminAttributesTexts } from '#app/i18n/texts/admin-attributes.ts';
import type englishAdminAttributes from '#app/i18n/texts/en/admin-attributes.json';
import type { PlainKey } from '#app/i18n/translations.ts';
import type { Json, Tables } from '#app/lib/database.types.ts';
import { limitedText } from '#app/lib/text-schemas.ts';
import { numberText } from '#app/lib/typed-number.ts';
import { typedList } from '#app/product/parse-values.ts';
import {
  checkWords,
  translatedLists,
  translatedValues,
  translationsColumn,
  withTranslatedLists,
  withTranslations,
} from '../ui/edit/translated-texts.ts';

const message = (key: PlainKey<typeof englishAdminAttributes>) => () => adminAttributesTexts()(key);
const textUpTo = (length: number) => limitedText(length, message('tooLong'));

export const attributeKinds = ['number', 'choice', 'text', 'boolean'] as const;

/** Translated texts of an attribute. */
export const attributeTexts = ['name', 'unit', 'choices'] as const;

/** Schema of the attribute form; choices are a comma-separated list. */
export const attributeForm = z
  .object({
    ...withTranslations({
      name: textUpTo(60).min(1, { error: message('nameMissing') }),
      unit: textUpTo(120),
      choices: textUpTo(4000),
    }),
    kind: z.enum(attributeKinds),
    allCategories: z.boolean(),
    categoryIds: z.array(z.string()),
    position: z
      .string()
      .overwrite(numberText)
      .regex(/^\d{0,4}$/),
    onCard: z.boolean(),
    onPage: z.boolean(),
    isFilter: z.boolean(),
  })
  .refine(({ kind, choices }) => kind !== 'choice' || typedList(choices).length > 0, {
    error: message('choicesMissing'),
    path: ['choices'],
  })
  .superRefine((form, context) => checkWords(['choices'], form, context))
  .refine(({ allCategories, categoryIds }) => allCategories || categoryIds.length > 0, {
    error: message('categoriesMissing'),
    path: ['categoryIds'],
  });

export type AttributeForm = z.output<typeof attributeForm>;

/** Returns the form values of a stored attribute, or of a new one. */
export function attributeFormValues(
  attribute: Omit<Tables<'attributes'>, 'tenant_id' | 'created_at' | 'updated_at'> | null,
): AttributeForm {
  return {
    ...translatedValues(['name', 'unit'], attribute?.translations),
    ...translatedLists(['choices'], () => attribute?.choices ?? [], attribute?.translations),
    name: attribute?.name ?? '',
    kind: attribute?.kind ?? 'number',
    unit: attribute?.unit ?? '',
    choices: attribute?.choices.join(', ') ?? '',
    allCategories: !attribute?.category_ids,
    categoryIds: attribute?.category_ids ?? [],
    position: String(attribute?.position ?? 0),
    onCard: attribute?.on_card ?? false,
    onPage: attribute?.on_page ?? true,
    isFilter: attribute?.is_filter ?? true,
  };
}

/** Returns the columns of a valid form; an attribute's kind never changes. */
export function attributeColumnsOf(form: AttributeForm, stored: { translations: Json } | null) {
  const choices = form.kind === 'choice' ? typedList(form.choices) : [];
  const translations = translationsColumn(['name', 'unit'], form, stored?.translations);
  return {
    translations: withTranslatedLists(['choices'], () => choices, form, translations),
    name: form.name,
    unit: form.kind === 'number' ? form.unit : '',
    choices,
    category_ids: form.allCategories ? null : form.categoryIds,
    position: Number(form.position),
    on_card: form.onCard,
    on_page: form.onPage,
    is_filter: form.isFilter && form.kind !== 'text',
  };
}
