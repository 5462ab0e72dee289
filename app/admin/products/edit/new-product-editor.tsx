import { zodResolver } from '@hookform/resolvers/zod';
import { useMemo, useRef } from 'react';
import { FormProvider, useForm, useWatch } from 'react-hook-form';
import { href, useLocation, useNavigate } from 'react-router';
import { adminProductsTexts } from '#app/i18n/texts/admin-products.ts';
import { adminVariantsTexts } from '#app/i18n/texts/admin-variants.ts';
import type { Attribute } from '#app/product/attributes.ts';
import { toastName } from '#app/ui/toast.ts';
import type { ListedCategory } from '../../categories/categories-data.ts';
import { EditorFrame } from '../../ui/edit/editor-frame.tsx';
import { useEditor, useFocusOnError } from '../../ui/edit/use-editor.ts';
import { errorMessage } from '../../ui/error-message.ts';
import type { StoredProduct } from '../data/read-admin-products.ts';
import { addProduct } from '../data/save-product.ts';
import { hasTypeOption } from '../model/product-form.ts';
import { useSeesCosts } from '../model/use-sees-costs.ts';
import { GridFields } from '../variants/grid-fields.tsx';
import { gridArguments, refusedCells } from '../variants/grid-form.ts';
import { InitialStock } from '../variants/single-variant.tsx';
import { fieldLabels } from './field-labels.ts';
import { type NewProduct, newProductForm, newProductValues } from './new-product-form.ts';
import { ProductFields } from './product-fields.tsx';
import { useFormFiles } from './use-form-files.ts';

type NewProductEditorProps = {
  /** The product to copy; null for an empty form. */
  source: StoredProduct | null;
  categories: ListedCategory[];
  attributes: readonly Attribute[];
};

/** Form of a new product with its options and variants, saved in one transaction. */
export function NewProductEditor({ source, categories, attributes }: NewProductEditorProps) {
  const t = adminProductsTexts();
  const tVariants = adminVariantsTexts();
  const navigate = useNavigate();
  const { state } = useLocation();
  const variants = useRef<HTMLFieldSetElement>(null);
  const sentKeys = useRef<string[]>([]);
  const seesCosts = useSeesCosts();
  const added = useRef('');
  const start = useMemo(() => newProductValues(source), [source]);
  const form = useForm<NewProduct>({
    resolver: zodResolver(newProductForm(attributes)),
    defaultValues: start,
  });
  const { control, getValues, setValue, setError, formState } = form;
  const { uploading, files } = useFormFiles(start, getValues);
  const editor = useEditor(form, {
    row: null,
    formValues: () => start,
    write: async (values) => {
      const sent = gridArguments(values, seesCosts);
      sentKeys.current = sent.keys;
      added.current = await addProduct(values, attributes, sent);
      return null;
    },
    saved: ({ name }) => t('added', { name: toastName(name) }),
    after: () =>
      void navigate(href('/admin/products/edit/:id', { id: added.current }), { replace: true, state }),
    failed: (error) => {
      const message = errorMessage(error);
      for (const { key, column } of refusedCells(error, sentKeys.current))
        setError(`rows.${key}.${column}`, { message });
      return `${t('saveFailed')}: ${message}`;
    },
  });
  useFocusOnError(variants, formState.submitCount);
  const options = useWatch({ control, name: 'options' });
  const pictures = useWatch({ control, name: 'pictures' });

  const clearPicture = (picture: string) => {
    for (const [key, row] of Object.entries(getValues('rows')))
      if (row.picture === picture) setValue(`rows.${key}.picture`, '', { shouldDirty: true });
  };

  return (
    <FormProvider {...form}>
      <EditorFrame
        main
        editor={editor}
        labels={fieldLabels(t)}
        save={t('save')}
        waiting={uploading}
        className="gap-8 *:max-w-4xl"
      >
        <ProductFields
          start={start}
          categories={categories}
          attributes={attributes}
          files={files}
          typeIsOption={hasTypeOption(options)}
          stock={options.some(({ values }) => values.length > 0) ? null : <InitialStock />}
          onPictureRemoved={clearPicture}
        />
        <fieldset ref={variants} className="grid min-w-0 max-w-6xl! gap-5">
          <legend className="mb-3 font-semibold text-lg">{tVariants('title')}</legend>
          <GridFields pictures={pictures.map(({ src }) => src)} noPictures={tVariants('noPicturesYet')} />
        </fieldset>
      </EditorFrame>
    </FormProvider>
  );
}
