import { zodResolver } from '@hookform/resolvers/zod';
import { useMemo } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { adminProductsTexts } from '#app/i18n/texts/admin-products.ts';
import type { Attribute } from '#app/product/attributes.ts';
import { toastName } from '#app/ui/toast.ts';
import type { ListedCategory } from '../../categories/categories-data.ts';
import { EditorFrame } from '../../ui/edit/editor-frame.tsx';
import { useEditor } from '../../ui/edit/use-editor.ts';
import { errorMessage } from '../../ui/error-message.ts';
import type { StoredProduct } from '../data/read-admin-products.ts';
import { saveProduct } from '../data/save-product.ts';
import { hasTypeOption, productFormValues, productFormWith } from '../model/product-form.ts';
import { fieldLabels, formatField } from './field-labels.ts';
import { ProductFields } from './product-fields.tsx';
import { useFormFiles } from './use-form-files.ts';

type ProductEditorProps = {
  /** The product as last read. */
  product: StoredProduct;
  categories: ListedCategory[];
  attributes: readonly Attribute[];
};

/** Form of a stored product, without its options and variants. */
export function ProductEditor({ product, categories, attributes }: ProductEditorProps) {
  const t = adminProductsTexts();
  // Stable until the product is read again.
  const start = useMemo(() => productFormValues(product), [product]);
  const form = useForm({ resolver: zodResolver(productFormWith(attributes)), defaultValues: start });
  const { uploading, files } = useFormFiles(start, form.getValues);
  const editor = useEditor(form, {
    row: product,
    formValues: productFormValues,
    write: (values, base) => saveProduct(base, values, attributes),
    saved: ({ name }) => t('saved', { name: toastName(name) }),
    failed: (error) => `${t('saveFailed')}: ${errorMessage(error)}`,
  });
  return (
    <FormProvider {...form}>
      <EditorFrame
        main
        editor={editor}
        labels={fieldLabels(t)}
        formatField={(...field) => formatField(categories, attributes, ...field)}
        save={t('save')}
        waiting={uploading}
        className="gap-8"
      >
        <ProductFields
          start={start}
          categories={categories}
          attributes={attributes}
          files={files}
          typeIsOption={hasTypeOption(product.product_options)}
          slugs={product.page_slugs}
        />
      </EditorFrame>
    </FormProvider>
  );
}
