import { z } from 'zod';
import { adminProductsTexts } from '#app/i18n/texts/admin-products.ts';
import { adminVariantsTexts } from '#app/i18n/texts/admin-variants.ts';
import { cutText } from '#app/lib/typed-text.ts';
import type { Attribute } from '#app/product/attributes.ts';
import { optionList } from '#app/product/parse-values.ts';
import { byTranslation } from '../../ui/edit/translated-texts.ts';
import type { StoredProduct } from '../data/read-admin-products.ts';
import {
  hasTypeOption,
  longestName,
  type ProductForm,
  productFormValues,
  productFormWith,
  typedPiastres,
} from '../model/product-form.ts';
import type { Grid } from '../variants/combinations.ts';
import { checkGrid, gridSchema, newGridValues } from '../variants/grid-form.ts';

/** Form values of a new product, which is saved together with its options and variants. */
export type NewProduct = ProductForm & Grid;

/** Returns the schema of a new product, including these attributes. */
export function newProductForm(attributes: readonly Attribute[]) {
  return z.intersection(productFormWith(attributes), gridSchema).superRefine((form, check) => {
    checkGrid(form, typedPiastres(form.price), check);
    if (optionList(form.product_type).length < 2 || hasTypeOption(form.options)) return;
    const message = adminVariantsTexts()('typesAreOption');
    check.addIssue({ code: 'custom', path: ['product_type'], message });
  });
}

/** Returns the initial values: empty, or a hidden copy of a product without its SKUs, barcodes and stock. */
export function newProductValues(source: StoredProduct | null): NewProduct {
  const values = { ...productFormValues(source), ...newGridValues(source) };
  if (source) {
    const t = adminProductsTexts();
    values.name = cutText(t('copyOf', { name: source.name }), longestName);
    Object.assign(
      values,
      byTranslation(['name', 'slug'], () => ''),
    );
    values.is_active = false;
    // Its addresses belong to the product that is copied.
    values.slug = '';
    values.old_paths = '';
  }
  return hasTypeOption(values.options) ? { ...values, product_type: '' } : values;
}
