import type englishAdminProducts from '#app/i18n/texts/en/admin-products.json';
import type { Translator } from '#app/i18n/translations.ts';
import type { Attribute } from '#app/product/attributes.ts';
import { byColumn } from '#app/product/product-columns.ts';
import type { ListedCategory } from '../../categories/categories-data.ts';
import { otherLanguages, translatedLabels, translatedName } from '../../ui/edit/translated-texts.ts';
import { keysOf } from '../../ui/list/sort.ts';
import { type ProductForm, productForm } from '../model/product-form.ts';

type T = Translator<typeof englishAdminProducts>;

/** Returns the labels of a product's fields, for comparing versions. */
export function fieldLabels(t: T): Record<keyof ProductForm, string> {
  const texts = {
    ...byColumn('text', ({ name }) => t(name)),
    ...byColumn('own', ({ name }) => t(name)),
    ...byColumn('list', ({ name }) => t(name)),
  };
  const lists = byColumn('texts', ({ name }) => t(name));
  return {
    ...texts,
    ...translatedLabels(keysOf(texts), texts),
    ...lists,
    ...byColumn('flag', ({ name }) => t(`field_${name}`)),
    category_id: t('category'),
    price: t('price'),
    original_price: t('field_original_price'),
    attributes: t('attributes'),
    pictures: t('pictures'),
    videos: t('videos'),
  };
}

const fileName = (address: string) => address.split('/').at(-1)?.split('?')[0] ?? '';

/**
 * Formats a field for comparing versions: the category by name, pictures and videos by file name; undefined
 * for plain text.
 */
export function formatField(
  categories: readonly ListedCategory[],
  attributes: readonly Attribute[],
  field: string,
  value: unknown,
) {
  if (field === 'category_id') return categories.find(({ id }) => id === value)?.name;
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
    if (typeof file === 'string') return fileName(file);
    const alts = [file.alt, ...otherLanguages.map((language) => file[translatedName('alt', language)])];
    const altTexts = alts.filter(Boolean).join(' / ');
    return altTexts ? `${fileName(file.src)} (${altTexts})` : fileName(file.src);
  });
  return names.join('\n') || undefined;
}
