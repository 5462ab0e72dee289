import { useMemo } from 'react';
import { href, Link } from 'react-router';
import { z } from 'zod';
import { adminTexts } from '#app/i18n/texts/admin.ts';
import { adminCategoriesTexts } from '#app/i18n/texts/admin-categories.ts';
import { translatedRow } from '#app/i18n/translated-row.ts';
import { BackendError } from '#app/lib/backend-error.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { fields, text } from '#app/product/parse-values.ts';
import { toastName } from '#app/ui/toast.ts';
import { picturePreview } from '../ui/edit/picture-field.tsx';
import { withTranslations } from '../ui/edit/translated-texts.ts';
import { errorMessage } from '../ui/error-message.ts';
import { columnsOf } from '../ui/list/features.ts';
import { RowPicture } from '../ui/list/table-parts.tsx';
import { PictureInput, TextareaInput, TranslatedInput } from '../ui/resource/inputs.tsx';
import type { Resource } from '../ui/resource/resource.ts';
import { ResourceList } from '../ui/resource/resource-list.tsx';
import {
  addCategory,
  type CategoryEntry,
  categoryFormValues,
  deleteCategory,
  type ListedCategory,
  saveCategory,
  translatedFields,
} from './categories-data.ts';

/** Schema of the category form; the name's rules are checked on save. */
const categoryForm = z.object({
  ...withTranslations({ name: z.string(), description: z.string(), slug: z.string() }),
  image: z.string(),
  old_paths: z.string(),
});

const column = columnsOf<ListedCategory>();

/** The field that a failed save is about: by the refusal of its address, or else the name. */
function refusedField(error: unknown): 'name' | 'slug' | 'old_paths' {
  if (!(error instanceof BackendError)) return 'name';
  if (error.details === 'old_path_taken') return 'old_paths';
  return error.details === 'slug_taken' || error.details === 'slug_empty' ? 'slug' : 'name';
}

function useCategories(): Resource<ListedCategory, CategoryEntry> {
  const t = adminCategoriesTexts();
  const tAdmin = adminTexts();
  return useMemo(
    () => ({
      list: 'categories',
      entity: 'category',
      title: t('title'),
      nameOf: (row) => translatedRow(row).name,
      sort: 'name',
      add: t('add'),
      none: t('none'),
      noneWhy: t('noneWhy'),
      columns: column.columns([
        column.display({
          id: 'picture',
          header: t('picture'),
          meta: { unseenHead: true, className: 'w-0' },
          cell: ({ row: { original: category } }) => <RowPicture src={category.image} />,
        }),
        column.accessor((row) => translatedRow(row).name, {
          id: 'name',
          header: t('name'),
          enableHiding: false,
          meta: { isMain: true, className: 'wrap-anywhere min-w-28 font-medium' },
        }),
        column.accessor((row) => translatedRow(row).description ?? '', {
          id: 'description',
          header: t('description'),
          meta: { from: '2xl', hiddenWhenFolded: true, className: 'w-full max-w-0 truncate text-ink-soft' },
        }),
        column.display({
          id: 'products',
          header: t('products'),
          meta: { from: 'lg' },
          cell: ({ row: { original: category } }) => (
            <Link
              to={`${href('/admin/products')}?category=${category.id}`}
              aria-label={t('seeProductsOf', { name: translatedRow(category).name })}
              className="whitespace-nowrap font-normal text-link underline"
            >
              {t('seeProducts')}
            </Link>
          ),
        }),
      ]),
      form: {
        schema: categoryForm,
        values: categoryFormValues,
        translated: translatedFields,
        labels: {
          name: t('name'),
          description: t('description'),
          image: t('picture'),
          slug: t('slug'),
          old_paths: t('oldPaths'),
        },
        formatField: (field, value) => (field === 'image' ? picturePreview(value) : undefined),
        fields: (_, { row }) => (
          <>
            <TranslatedInput name="name" maxLength={120} />
            <TranslatedInput name="description" optional rows={4} maxLength={5000} />
            <PictureInput
              name="image"
              label={t('choosePicture')}
              hint={t('pictureHint')}
              optional
              bucket="website-images"
              folder={`category-images/${pageTenant()}`}
            />
            <TranslatedInput
              name="slug"
              hint={t('slugHint')}
              optional
              madeOfOthers
              maxLength={80}
              placeholderIn={(language) => text(fields(row?.page_slugs)[language])}
            />
            <TextareaInput
              name="old_paths"
              hint={t('oldPathsHint')}
              optional
              rows={2}
              dir="ltr"
              autoComplete="off"
            />
          </>
        ),
        write: (entry, base) => (base ? saveCategory(base, entry) : addCategory(entry)),
        title: ({ row }) => (row ? t('editTitle', { name: translatedRow(row).name }) : t('add')),
        save: () => t('save'),
        saved: ({ name }) => tAdmin('saved', { name: toastName(name.trim()) }),
        failed: (error, form) => {
          form.setError(refusedField(error), { message: errorMessage(error) }, { shouldFocus: true });
          return '';
        },
      },
      deletes: {
        table: 'categories',
        run: ({ id }) => deleteCategory(id),
        failed: t('deleteFailed'),
      },
    }),
    [t, tAdmin],
  );
}

/** List of the store's categories, with add, edit and delete. */
export function Categories({ categories }: { categories: ListedCategory[] }) {
  return <ResourceList resource={useCategories()} rows={categories} />;
}
