import type adminProductsMessages from '#app/i18n/messages/en/admin-products.json';
import type { Translator } from '#app/i18n/translations.ts';
import type { Attribute } from '#app/product/attributes.ts';
import { byOptionField } from '#app/product/option-fields.ts';
import type { ListedCategory } from '../../categories/categories-data.ts';
import { type ProductForm, productForm } from '../model/product-form.ts';

type Say = Translator<typeof adminProductsMessages>;

/** How the fields of a product are named where two versions of it stand side by side. */
export function fieldLabels(t: Say): Record<keyof ProductForm, string> {
  return {
    ...{ name: t('name'), description: t('description'), categoryId: t('category'), price: t('price') },
    ...{ was: t('field_was'), stock: t('stock'), unit: t('unit'), brand: t('brand') },
    ...{ featured: t('isFeatured'), isNew: t('isNewLabel'), isActive: t('isActive') },
    ...byOptionField((field) => t(field)),
    ...{ attributes: t('attributes') },
    ...{ pictures: t('pictures'), videos: t('videos') },
  };
}

const lastPart = (address: string) => address.split('/').at(-1)?.split('?')[0] ?? '';

/** A product's category by its name, its pictures and videos by their files; undefined for what is text already. */
export function shownValue(
  categories: readonly ListedCategory[],
  attributes: readonly Attribute[],
  field: string,
  value: unknown,
) {
  if (field === 'categoryId') return categories.find(({ id }) => id === value)?.name;
  if (field === 'attributes') {
    const typed = productForm.shape.attributes.safeParse(value).data ?? {};
    return (
      attributes.flatMap(({ id, name }) => (typed[id] ? [`${name}: ${typed[id]}`] : [])).join('\n') ||
      undefined
    );
  }
  const { pictures, videos } = productForm.shape;
  const files = pictures.or(videos).safeParse(value);
  if (!files.success) return undefined;
  const names = files.data.map((file) => {
    if (typeof file === 'string') return lastPart(file);
    return file.alt ? `${lastPart(file.src)} (${file.alt})` : lastPart(file.src);
  });
  return names.join('\n') || undefined;
}
