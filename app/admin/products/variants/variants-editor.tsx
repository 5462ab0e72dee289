import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useEffectEvent, useMemo, useRef } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { adminVariantsTexts } from '#app/i18n/texts/admin-variants.ts';
import { toPiastres } from '#app/lib/money.ts';
import { addressList } from '#app/product/parse-values.ts';
import { ConflictPanel } from '../../ui/edit/conflict-panel.tsx';
import { useDirtyForm } from '../../ui/edit/dirty-forms.ts';
import { SaveBar } from '../../ui/edit/save-bar.tsx';
import { useEditor, useFocusOnError } from '../../ui/edit/use-editor.ts';
import { errorMessage } from '../../ui/error-message.ts';
import type { StoredProduct } from '../data/read-admin-products.ts';
import { saveVariants } from '../data/save-product.ts';
import { useSeesCosts } from '../model/use-sees-costs.ts';
import type { Grid } from './combinations.ts';
import { GridFields } from './grid-fields.tsx';
import { formatGridField, gridArguments, gridForm, gridFormValues, refusedCells } from './grid-form.ts';
import { gridDifferences, gridLabels, mergeGrid } from './grid-versions.ts';

/** Form of a product's options and variants, separate from the product form. */
export function VariantsEditor({ product }: { product: StoredProduct }) {
  const t = adminVariantsTexts();
  const section = useRef<HTMLFormElement>(null);
  const sentKeys = useRef<string[]>([]);
  const seesCosts = useSeesCosts();
  const schema = useMemo(
    () => gridForm(product.price === null ? Number.NaN : toPiastres(product.price)),
    [product.price],
  );
  const form = useForm<Grid>({ resolver: zodResolver(schema), defaultValues: gridFormValues(product) });
  const { getValues, setError, reset, formState } = form;
  const { isDirty, submitCount } = formState;
  useDirtyForm(isDirty);
  const editor = useEditor(form, {
    row: product,
    formValues: gridFormValues,
    compare: { differences: gridDifferences, merged: mergeGrid },
    write: (grid, base) => {
      const sent = gridArguments(grid, seesCosts);
      sentKeys.current = sent.keys;
      return saveVariants(base, sent);
    },
    saved: () => t('saved'),
    failed: (error) => {
      const message = errorMessage(error);
      for (const { key, column } of refusedCells(error, sentKeys.current))
        setError(`rows.${key}.${column}`, { message });
      return `${t('saveFailed')}: ${message}`;
    },
  });
  useFocusOnError(section, submitCount);

  // Sales change the stock without a new version of the product.
  const resetIfClean = useEffectEvent((read: StoredProduct) => {
    if (!isDirty) reset(gridFormValues(read));
  });
  useEffect(() => {
    resetIfClean(product);
  }, [product]);

  return (
    <FormProvider {...form}>
      <form
        ref={section}
        id="variants"
        aria-labelledby="variants-title"
        onSubmit={(event) => void editor.submit(event)}
        noValidate
        className="grid min-w-0 max-w-6xl! scroll-mt-20 gap-5 border-t pt-6 [&_:is(input,button)]:scroll-mb-24"
      >
        <ConflictPanel
          editor={editor}
          labels={gridLabels(getValues(), t('title'), (column) => t(column))}
          formatField={formatGridField}
        />
        <GridFields
          title={
            <h2 id="variants-title" className="font-semibold text-lg">
              {t('title')}
            </h2>
          }
          pictures={addressList(product.images)}
          noPictures={t('noPictures')}
        />
        <SaveBar editor={editor} save={t('save')} dirty={isDirty} sticky />
      </form>
    </FormProvider>
  );
}
