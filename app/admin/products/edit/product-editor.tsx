import { zodResolver } from '@hookform/resolvers/zod';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { type UseFormRegister, useForm } from 'react-hook-form';
import { useBrand } from '#app/brands/use-brand.ts';
import adminProductsMessages from '#app/i18n/messages/en/admin-products.json';
import type { Translator } from '#app/i18n/translations.ts';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { type Attribute, isAttributeOf } from '#app/product/attributes.ts';
import { optionList } from '#app/product/legacy-values.ts';
import { OptionChip } from '#app/product/option-chip.tsx';
import { optionFields, usesField } from '#app/product/option-fields.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Checkbox } from '#app/ui/choice.tsx';
import { Price } from '#app/ui/price.tsx';
import { SelectField } from '#app/ui/select-field.tsx';
import { TextareaField, TextField } from '#app/ui/text-field.tsx';
import type { ListedCategory } from '../../categories/categories-data.ts';
import { EditorFrame } from '../../kit/edit/editor-frame.tsx';
import { useEditor } from '../../kit/edit/use-editor.ts';
import { errorMessage } from '../../kit/error-message.ts';
import type { StoredProduct } from '../data/read-products.ts';
import { removeUnusedFiles } from '../data/unused-files.ts';
import {
  filesOf,
  isInGrid,
  type ProductForm,
  productFormValues,
  productFormWith,
  typedBadge,
  typedPiastres,
} from '../model/product-form.ts';
import { fieldLabels, formatField } from './field-labels.ts';
import { PicturesField } from './pictures-field.tsx';
import { VideosField } from './videos-field.tsx';

type ProductEditorProps = {
  /** The product as last read; null for a new one. */
  product: StoredProduct | null;
  /** Form values of it, or the defaults of a new one; a stable object until the product is read again. */
  start: ProductForm;
  categories: ListedCategory[];
  attributes: readonly Attribute[];
  /** Saves over the version that was opened; returns the newer version on a conflict. */
  write: (form: ProductForm, base: StoredProduct | null) => Promise<StoredProduct | null>;
  /** Returns the success message. */
  saved: (form: ProductForm) => string;
  /** Called after saving instead of reloading the product. */
  after?: () => void;
};

/** Form of a product. */
export function ProductEditor(props: ProductEditorProps) {
  const { product, start, categories, attributes, write, saved, after } = props;
  const t = useTranslations('admin-products', adminProductsMessages);
  const { productsOptions } = useBrand();
  const [uploading, setUploading] = useState(0);
  const uploaded = useRef<string[]>([]);
  const form = useForm({ resolver: zodResolver(productFormWith(attributes)), defaultValues: start });
  const { register, watch, setValue, getValues, formState } = form;
  const { errors } = formState;
  const editor = useEditor(form, {
    row: product,
    formValues: (row) => (row ? productFormValues(row) : start),
    write,
    saved,
    ...(after && { after }),
    failed: (error) => `${t('saveFailed')}: ${errorMessage(error)}`,
  });
  const [price, was] = [watch('price').trim(), watch('was').trim()];
  const badge = typedBadge(price, was);
  const piastres = typedPiastres(price);
  const offered = optionFields.filter(
    (field) =>
      (usesField(field, productsOptions) || start[field] !== '') && !(product && isInGrid(product, field)),
  );

  // The database decides which of the uploads are unused.
  useEffect(() => () => void removeUnusedFiles(uploaded.current), []);
  useEffect(
    () => () => {
      const files = filesOf(getValues());
      void removeUnusedFiles(filesOf(start).filter((file) => !files.includes(file)));
    },
    [getValues, start],
  );
  const countUpload = (starts: boolean) => setUploading((count) => count + (starts ? 1 : -1));
  const recordUpload = (address: string) => {
    uploaded.current.push(address);
  };

  return (
    <EditorFrame
      main
      sticky
      editor={editor}
      labels={fieldLabels(t)}
      formatField={(...field) => formatField(categories, attributes, ...field)}
      save={t('save')}
      waiting={uploading > 0}
      className="gap-8"
    >
      <Part title={t('about')}>
        <TextField
          label={t('name')}
          autoComplete="off"
          className="sm:col-span-2"
          error={errors.name?.message}
          {...register('name')}
        />
        <TextareaField
          label={t('description')}
          optional
          rows={5}
          className="sm:col-span-2"
          error={errors.description?.message}
          {...register('description')}
        />
        <SelectField label={t('category')} {...register('categoryId')}>
          <option value="">{t('noCategory')}</option>
          {categories.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
        <TextField label={t('brand')} optional error={errors.brand?.message} {...register('brand')} />
      </Part>
      <Part title={t('prices')}>
        <TextField
          label={t('priceEgp')}
          inputMode="decimal"
          error={errors.price?.message}
          {...register('price')}
        />
        <TextField
          label={t('was')}
          optional
          inputMode="decimal"
          error={errors.was?.message}
          {...register('was')}
        />
        <div
          aria-live="polite"
          className="flex flex-wrap items-center gap-3 rounded-card bg-sunken px-4 py-3 sm:col-span-2"
        >
          {Number.isNaN(piastres) ? null : (
            <Price
              piastres={piastres}
              originalPiastres={Number.isNaN(typedPiastres(was)) ? undefined : typedPiastres(was)}
            />
          )}
          {badge > 0 ? <Badge tone="brand">−{badge}%</Badge> : null}
          <p className="text-ink-soft text-sm">{badge > 0 ? t('badge', { percent: badge }) : t('noBadge')}</p>
        </div>
        {product ? null : (
          <TextField
            label={t('firstStock')}
            inputMode="numeric"
            error={errors.stock?.message}
            {...register('stock')}
          />
        )}
        <TextField label={t('unit')} optional error={errors.unit?.message} {...register('unit')} />
      </Part>
      <PicturesField
        pictures={watch('pictures')}
        error={errors.pictures?.message}
        onBusy={countUpload}
        onUploaded={recordUpload}
        onChange={(change) => setValue('pictures', change(getValues('pictures')), { shouldDirty: true })}
      />
      <VideosField
        videos={watch('videos')}
        error={errors.videos?.message}
        onBusy={countUpload}
        onUploaded={recordUpload}
        onChange={(change) => setValue('videos', change(getValues('videos')), { shouldDirty: true })}
      />
      {offered.length > 0 ? (
        <Part title={t('options')} hint={t('optionsHint')}>
          {offered.map((field) => (
            <div key={field} className="grid gap-2">
              <TextField label={t(field)} optional error={errors[field]?.message} {...register(field)} />
              <p className="flex flex-wrap gap-1.5">
                {optionList(watch(field)).map((option) => (
                  <OptionChip key={option} value={option} color={field === 'color'} />
                ))}
              </p>
            </div>
          ))}
        </Part>
      ) : null}
      <AttributeFields
        attributes={attributes.filter((one) => isAttributeOf(one, watch('categoryId')))}
        errors={errors.attributes}
        register={register}
      />
      <Part title={t('shown')}>
        <Checkbox label={t('isActive')} {...register('isActive')} />
        <Checkbox label={t('isFeatured')} {...register('featured')} />
        <Checkbox label={t('isNewLabel')} {...register('isNew')} />
      </Part>
    </EditorFrame>
  );
}

type AttributeFieldsProps = {
  /** Attributes of the product's category. */
  attributes: readonly Attribute[];
  errors: Record<string, { message?: string } | undefined> | undefined;
  register: UseFormRegister<ProductForm>;
};

/** One field per attribute of the product's category. */
function AttributeFields({ attributes, errors, register }: AttributeFieldsProps) {
  const t = useTranslations('admin-products', adminProductsMessages);
  if (attributes.length === 0) return null;
  return (
    <Part title={t('attributes')} hint={t('attributesHint')}>
      {attributes.map(({ id, name, kind, unit, choices }) => {
        const label = unit ? `${name} (${unit})` : name;
        const error = errors?.[id]?.message;
        if (kind === 'number' || kind === 'text') {
          const hint = kind === 'number' ? t('rangeHint') : undefined;
          return (
            <TextField key={id} optional {...{ label, hint, error }} {...register(`attributes.${id}`)} />
          );
        }
        const options = kind === 'choice' ? choices.map((value) => ({ value, text: value })) : formatYesNo(t);
        return (
          <SelectField key={id} optional {...{ label, error }} {...register(`attributes.${id}`)}>
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

const formatYesNo = (t: Translator<typeof adminProductsMessages>) =>
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
