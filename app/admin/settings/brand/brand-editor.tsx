import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { adminSettingsTexts } from '#app/i18n/texts/admin-settings.ts';
import { type BrandRow, typefaceNames } from '#app/store/brand-row.ts';
import { lazyWithRetry } from '#app/ui/lazy-with-retry.tsx';
import { SelectField } from '#app/ui/select-field.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { EditorFrame } from '../../ui/edit/editor-frame.tsx';
import { TranslatedField } from '../../ui/edit/translated-field.tsx';
import { translatedLabels } from '../../ui/edit/translated-texts.ts';
import { useEditor } from '../../ui/edit/use-editor.ts';
import { errorMessage } from '../../ui/error-message.ts';
import { keysOf } from '../../ui/list/sort.ts';
import { saveBrand } from './brand-data.ts';
import {
  type BrandText,
  brandColumns,
  brandForm,
  brandFormValues,
  brandPlaces,
  brandTexts,
  darkGrounds,
  isOptionalText,
  lightGrounds,
  lookNames,
} from './brand-form.ts';
import { BrandPictures, formatPictures, pictureLabels } from './pictures/brand-pictures.tsx';
import { StorePreview } from './preview/store-preview.tsx';

/** Deriving colors takes a library that no other page of the office needs. */
const BrandColors = lazyWithRetry(() => import('./brand-colors.tsx'));

/** Lines of the texts that have several. */
const rows: Partial<Record<BrandText, number>> = { story: 8, slogans: 5 };
const rowsOf = (name: BrandText) => rows[name] ?? (name.endsWith('_text') ? 3 : 2);

/** Form of the brand: name, colors, look and words, which shoppers see on their next page. */
export function BrandEditor({ stored }: { stored: BrandRow }) {
  const t = adminSettingsTexts();
  const form = useForm({ resolver: zodResolver(brandForm), defaultValues: brandFormValues(stored) });
  const { register, watch, formState } = form;
  const { errors } = formState;
  const [uploads, setUploads] = useState(0);
  const onBusy = (busy: boolean) => setUploads((running) => running + (busy ? 1 : -1));
  const editor = useEditor(form, {
    row: stored,
    formValues: brandFormValues,
    write: (values, base) => saveBrand(base, brandColumns(values, base)),
    saved: () => t('saved', { group: t('brand') }),
    failed: (error) => `${t('saveFailed')}: ${errorMessage(error)}`,
  });
  const texts = Object.fromEntries(brandTexts.map((name) => [name, t(`brand_${name}`)])) as Record<
    BrandText,
    string
  >;
  const labels = {
    name: t('brand_name'),
    primary_color: t('brand_primary_color'),
    secondary_color: t('brand_secondary_color'),
    light_ground: t('brand_light_ground'),
    dark_ground: t('brand_dark_ground'),
    look: t('brand_look'),
    display_typeface: t('brand_display_typeface'),
    body_typeface: t('brand_body_typeface'),
    ...pictureLabels(),
    ...texts,
    ...translatedLabels(brandTexts, texts),
  };
  const typefaces = typefaceNames.map((family) => (
    <option key={family} value={family}>
      {family}
    </option>
  ));
  const [primaryColor, secondaryColor, light, dark] = watch([
    'primary_color',
    'secondary_color',
    'light_ground',
    'dark_ground',
  ]);

  return (
    <FormProvider {...form}>
      <EditorFrame
        main
        editor={editor}
        labels={labels}
        formatField={formatPictures}
        save={t('saveBrand')}
        waiting={uploads > 0}
        className="gap-4 sm:grid-cols-2"
      >
        <TextField
          label={labels.name}
          className="sm:col-span-2"
          error={errors.name?.message}
          {...register('name')}
        />
        <TextField
          label={labels.primary_color}
          hint={t('colorHint')}
          dir="ltr"
          error={errors.primary_color?.message}
          {...register('primary_color')}
        />
        <TextField
          label={labels.secondary_color}
          hint={t('colorHint')}
          dir="ltr"
          error={errors.secondary_color?.message}
          {...register('secondary_color')}
        />
        <SelectField label={labels.light_ground} {...register('light_ground')}>
          {lightGrounds.map((name) => (
            <option key={name} value={name}>
              {t(`ground_${name}`)}
            </option>
          ))}
        </SelectField>
        <SelectField label={labels.dark_ground} {...register('dark_ground')}>
          {darkGrounds.map((name) => (
            <option key={name} value={name}>
              {t(`ground_${name}`)}
            </option>
          ))}
        </SelectField>
        <div className="sm:col-span-2">
          <BrandColors source={{ primaryColor, secondaryColor, design: { ground: { light, dark } } }} />
        </div>
        <SelectField label={labels.look} hint={t('lookHint')} className="sm:col-span-2" {...register('look')}>
          {lookNames.map((name) => (
            <option key={name} value={name}>
              {t(`look_${name}`)}
            </option>
          ))}
        </SelectField>
        <SelectField label={labels.display_typeface} {...register('display_typeface')}>
          {typefaces}
        </SelectField>
        <SelectField label={labels.body_typeface} {...register('body_typeface')}>
          {typefaces}
        </SelectField>
        {keysOf(brandPlaces).map((place) => (
          <fieldset key={place} className="grid grid-cols-[minmax(0,1fr)] gap-4 sm:col-span-2">
            <legend className="mb-3 font-semibold">{t(`place_${place}`)}</legend>
            {brandPlaces[place].map((name: BrandText) => (
              <TranslatedField
                key={name}
                name={name}
                label={labels[name]}
                rows={rowsOf(name)}
                optional={isOptionalText(name)}
              />
            ))}
          </fieldset>
        ))}
        <BrandPictures onBusy={onBusy} />
      </EditorFrame>
      <StorePreview stored={stored} />
    </FormProvider>
  );
}
