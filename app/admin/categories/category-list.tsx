import { Pencil, Trash2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { href, Link } from 'react-router';
import adminCategoriesMessages from '#app/i18n/messages/en/admin-categories.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { Button } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { toastName } from '#app/ui/toast.ts';
import { BulkButtons, deletionOf } from '../kit/list/bulk-buttons.tsx';
import { DataTable } from '../kit/list/data-table.tsx';
import { columnsOf } from '../kit/list/features.ts';
import { RowActions } from '../kit/list/row-actions.tsx';
import { RowPicture } from '../kit/list/table-parts.tsx';
import { restoreRows } from '../kit/undo.ts';
import { useChange } from '../kit/use-change.ts';
import { deleteCategory, type ListedCategory } from './categories-data.ts';
import { CategoryDialog } from './category-dialog.tsx';

const column = columnsOf<ListedCategory>();
const rowId = ({ id }: ListedCategory) => id;

/** List of the store's categories, to add, change and delete. */
export function CategoryList({ categories }: { categories: ListedCategory[] }) {
  const t = useTranslations('admin-categories', adminCategoriesMessages);
  const [open, setOpen] = useState<ListedCategory | 'new' | null>(null);
  const columns = useMemo(
    () =>
      column.columns([
        column.display({
          id: 'picture',
          header: t('picture'),
          meta: { unseenHead: true, className: 'w-0' },
          cell: ({ row: { original: category } }) => <RowPicture src={category.image} />,
        }),
        column.accessor('name', {
          header: t('name'),
          enableHiding: false,
          meta: { isMain: true, className: 'wrap-anywhere min-w-28 font-medium' },
        }),
        column.accessor(({ description }) => description ?? '', {
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
              aria-label={t('seeProductsOf', { name: category.name })}
              className="whitespace-nowrap font-normal text-link underline"
            >
              {t('seeProducts')}
            </Link>
          ),
        }),
        column.display({
          id: 'actions',
          header: t('edit'),
          enableHiding: false,
          meta: { unseenHead: true, className: 'w-0' },
          cell: ({ row: { original: category } }) => (
            <CategoryActions category={category} onEdit={() => setOpen(category)} />
          ),
        }),
      ]),
    [t],
  );
  return (
    <>
      <DataTable
        list="categories"
        title={t('title')}
        columns={columns}
        rows={categories}
        rowId={rowId}
        nameOf={({ name }) => name}
        sort="name"
        action={
          <Button size="small" onClick={() => setOpen('new')}>
            {t('add')}
          </Button>
        }
        empty={<EmptyState title={t('none')}>{t('noneWhy')}</EmptyState>}
        bulk={(chosen) => <BulkButtons selected={chosen} actions={[deletionOf('categories', rowId)]} />}
      />
      {open ? <CategoryDialog category={open === 'new' ? null : open} onClose={() => setOpen(null)} /> : null}
    </>
  );
}

function CategoryActions({ category, onEdit }: { category: ListedCategory; onEdit: () => void }) {
  const t = useTranslations('admin-categories', adminCategoriesMessages);
  const { busy, change } = useChange();
  const { id, name } = category;
  const remove = () =>
    void change({
      run: () => deleteCategory(id),
      undo: () => restoreRows('categories', [id]),
      done: t('deleted', { name: toastName(name) }),
      failed: t('deleteFailed'),
    });
  return (
    <RowActions
      actions={[
        { icon: Pencil, label: t('editOne', { name }), run: onEdit },
        { icon: Trash2, label: t('deleteOne', { name }), run: remove, busy },
      ]}
    />
  );
}
