import type { ReactNode } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { may } from '#app/auth/model.ts';
import { useSession } from '#app/auth/session.ts';
import { useBrand } from '#app/brands/use-brand.ts';
import { defaultLanguage, type Language } from '#app/i18n/languages.ts';
import { adminProductsTexts } from '#app/i18n/texts/admin-products.ts';
import { translatedRow } from '#app/i18n/translated-row.ts';
import type { Json } from '#app/lib/database.types.ts';
import { type Attribute, choiceText, isAttributeOf, unitName } from '#app/product/attributes.ts';
import { OptionChip } from '#app/product/option-chip.tsx';
import { usesField } from '#app/product/option-fields.ts';
import { fields, optionList, text } from '#app/product/parse-values.ts';
import { type ColumnName, productColumnsOf } from '#app/product/product-columns.ts';
import { useRootData } from '#app/store/root-data.ts';
import { describedBy } from '#app/store/seo.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Checkbox } from '#app/ui/choice.tsx';
import { Price } from '#app/ui/price.tsx';
import { SelectField } from '#app/ui/select-field.tsx';
import { TextareaField, TextField } from '#app/ui/text-field.tsx';
import type { ListedCategory } from '../../categories/categories-data.ts';
import { TranslatedField } from '../../ui/edit/translated-field.tsx';
import { translatedName } from '../../ui/edit/translated-texts.ts';
import { type FormPicture, type ProductForm, typedBadge, typedPiastres } from '../model/product-form.ts';
import { PicturesField } from './pictures-field.tsx';
import type { FormFiles } from './use-form-files.ts';
import { VideosField } from './videos-field.tsx';

type ProductFieldsProps = {
  start: ProductForm;
  categories: ListedCategory[];
  attributes: readonly Attribute[];
  files: FormFiles;
  /** Types are edited as an option. */
  typeIsOption: boolean;
  /** Stock field, beside the prices. */
  stock?: ReactNode;
  /** The stored slugs by language. */
  slugs?: Json;
  onPictureRemoved?: (address: string) => void;
};

/** Texts with a fixed place in the form. */
const placed: readonly string[] = [
  'name',
  'description',
  'unit',
  'brand',
  'seo_title',
  'seo_description',
  'slug',
];

/** Fields of a product, for a form with the fields of a `ProductForm`. */
export function ProductFields(props: ProductFieldsProps) {
  const { start, categories, attributes, files, typeIsOption, stock, slugs, onPictureRemoved } = props;
  const t = adminProductsTexts();
  const { productsOptions } = useBrand();
  const { user } = useSession();
  const { features } = useRootData().settings;
  const { control, register, setValue, getValues, formState } = useFormContext<ProductForm>();
  const { errors } = formState;
  const [price, original] = useWatch({ control, name: ['price', 'original_price'] });
  const [pictures, videos, categoryId] = useWatch({ control, name: ['pictures', 'videos', 'category_id'] });
  const badge = typedBadge(price, original);
  const [piastres, originalPiastres] = [typedPiastres(price), typedPiastres(original)];
  const lists = productColumnsOf('list').filter(
    ({ name }) => usesField(name, productsOptions) || start[name] !== '',
  );
  const texts = [
    ...productColumnsOf('own').filter(
      ({ name }) => (usesField('type', productsOptions) || start[name] !== '') && !typeIsOption,
    ),
    ...productColumnsOf('text').filter(({ name }) => !placed.includes(name)),
  ];
  const flags = productColumnsOf('flag').filter(({ name }) => name !== 'restocks' || features.restocks);
  const changePictures = (change: (pictures: FormPicture[]) => FormPicture[]) => {
    const before = getValues('pictures');
    const pictures = change(before);
    setValue('pictures', pictures, { shouldDirty: true });
    const isLeft = (src: string) => pictures.some((picture) => picture.src === src);
    for (const { src } of before) if (!isLeft(src)) onPictureRemoved?.(src);
  };

  return (
    <>
      <Part title={t('about')}>
        <TranslatedField name="name" label={t('name')} className="sm:col-span-2" />
        <TranslatedField
          name="description"
          label={t('description')}
          optional
          rows={5}
          className="sm:col-span-2"
        />
        <SelectField label={t('category')} {...register('category_id')}>
          <option value="">{t('noCategory')}</option>
          {categories.map((category) => (
            <option key={category.id} value={category.id}>
              {translatedRow(category).name}
            </option>
          ))}
        </SelectField>
        <TranslatedField name="brand" label={t('brand')} optional className="sm:col-span-2" />
        <TextField
          label={t('tags')}
          hint={t('tagsHint')}
          optional
          autoComplete="off"
          error={errors.tags?.message}
          className="sm:col-span-2"
          {...register('tags')}
        />
      </Part>
      <Part title={t('prices')}>
        <TextField
          label={t('priceEgp')}
          inputMode="decimal"
          error={errors.price?.message}
          readOnly={start.price !== '' && !may(user, 'products.price')}
          {...register('price')}
        />
        <TextField
          label={t('originalPrice')}
          hint={t('originalPriceHint')}
          optional
          inputMode="decimal"
          error={errors.original_price?.message}
          {...register('original_price')}
        />
        <div
          aria-live="polite"
          className="flex flex-wrap items-center gap-3 rounded-card bg-sunken px-4 py-3 sm:col-span-2"
        >
          {Number.isNaN(piastres) ? null : (
            <Price
              piastres={piastres}
              originalPiastres={Number.isNaN(originalPiastres) ? undefined : originalPiastres}
            />
          )}
          {badge > 0 ? (
            <Badge tone="brand">
              <bdi dir="ltr">−{badge}%</bdi>
            </Badge>
          ) : null}
          <p className="text-ink-soft text-sm">{badge > 0 ? t('badge', { percent: badge }) : t('noBadge')}</p>
        </div>
        {stock}
        <TranslatedField name="unit" label={t('unit')} optional className="sm:col-span-2" />
      </Part>
      <PicturesField
        pictures={pictures}
        error={errors.pictures?.message}
        onChange={changePictures}
        {...files}
      />
      <VideosField
        videos={videos}
        error={errors.videos?.message}
        onChange={(change) => setValue('videos', change(getValues('videos')), { shouldDirty: true })}
        {...files}
      />
      {lists.length + texts.length > 0 ? (
        <Part title={t('details')} hint={t('detailsHint')}>
          {texts.map(({ name }) => (
            <TranslatedField key={name} name={name} label={t(name)} optional className="sm:col-span-2" />
          ))}
          {lists.map(({ name }) => (
            <ListField key={name} field={name} />
          ))}
        </Part>
      ) : null}
      <AttributeFields attributes={attributes.filter((one) => isAttributeOf(one, categoryId))} />
      <Part title={t('shown')}>
        {flags.map(({ name }) => (
          <Checkbox key={name} label={t(`field_${name}`)} {...register(name)} />
        ))}
      </Part>
      <SearchEngineFields slugs={slugs} />
    </>
  );
}

/** The page's title and description for search engines, and old addresses that redirect to it. */
function SearchEngineFields({ slugs }: Pick<ProductFieldsProps, 'slugs'>) {
  const t = adminProductsTexts();
  const { control, register, formState } = useFormContext<ProductForm>();
  const typed = useWatch({ control });
  const inLanguage = (name: 'name' | 'description', language: Language) =>
    (language === defaultLanguage ? '' : typed[translatedName(name, language)]) || typed[name] || '';
  return (
    <Part title={t('searchEngines')} hint={t('searchEnginesHint')}>
      <TranslatedField
        name="seo_title"
        label={t('seo_title')}
        optional
        className="sm:col-span-2"
        placeholderIn={(language) => inLanguage('name', language)}
      />
      <TranslatedField
        name="seo_description"
        label={t('seo_description')}
        optional
        rows={2}
        className="sm:col-span-2"
        placeholderIn={(language) => describedBy(inLanguage('description', language))}
      />
      <TranslatedField
        name="slug"
        label={t('slug')}
        hint={t('slugHint')}
        optional
        madeOfOthers
        className="sm:col-span-2"
        placeholderIn={(language) => text(fields(slugs)[language])}
      />
      <TextareaField
        label={t('old_paths')}
        hint={t('oldPathsHint')}
        optional
        rows={2}
        dir="ltr"
        autoComplete="off"
        error={formState.errors.old_paths?.message}
        className="sm:col-span-2"
        {...register('old_paths')}
      />
    </Part>
  );
}

/** Text field of a comma-separated list, with its values as chips. */
function ListField({ field }: { field: ColumnName<'list'> }) {
  const t = adminProductsTexts();
  const { control } = useFormContext<ProductForm>();
  const typed = useWatch({ control, name: field });
  return (
    <div className="grid gap-2 sm:col-span-2">
      <TranslatedField name={field} label={t(field)} optional />
      <p className="flex flex-wrap gap-1.5">
        {optionList(typed).map((option) => (
          <OptionChip key={option} value={option} />
        ))}
      </p>
    </div>
  );
}

function AttributeFields({ attributes }: { attributes: readonly Attribute[] }) {
  const t = adminProductsTexts();
  const { register, formState } = useFormContext<ProductForm>();
  const errors = formState.errors.attributes;
  if (attributes.length === 0) return null;
  return (
    <Part title={t('attributes')} hint={t('attributesHint')}>
      {attributes.map((attribute) => {
        const { id, name, kind, unit, choices } = attribute;
        const label = unit ? `${name} (${unitName(unit)})` : name;
        const error = errors?.[id]?.message;
        if (kind === 'number' || kind === 'text') {
          const hint = kind === 'number' ? t('rangeHint') : undefined;
          return (
            <TextField
              key={id}
              optional
              label={label}
              hint={hint}
              error={error}
              {...register(`attributes.${id}`)}
            />
          );
        }
        const options =
          kind === 'choice'
            ? choices.map((value) => ({ value, text: choiceText(attribute, value) }))
            : yesOrNo(t);
        return (
          <SelectField key={id} optional label={label} error={error} {...register(`attributes.${id}`)}>
            <option value="">{t('noValue')}</option>
            {options.map(({ value, text }) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </SelectField>
        );
      })}
    </Part>
  );
}

const yesOrNo = (t: ReturnType<typeof adminProductsTexts>) =>
  (['yes', 'no'] as const).map((value) => ({ value, text: t(value) }));

function Part({ title, hint, children }: { title: string; hint?: string; children: ReactNode }) {
  return (
    <fieldset className="grid min-w-0 items-start gap-4 sm:grid-cols-2">
      <legend className="mb-3 font-semibold text-lg">{title}</legend>
      {hint ? <p className="text-ink-soft text-sm sm:col-span-2">{hint}</p> : null}
      {children}
    </fieldset>
  );
}
