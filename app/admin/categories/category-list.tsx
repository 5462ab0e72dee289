import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { href, Link } from 'react-router';
import adminCategoriesMessages from '#app/i18n/messages/en/admin-categories.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { Button } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Picture } from '#app/ui/picture.tsx';
import { Cell, HeadCell, Table } from '#app/ui/table.tsx';
import { toastName } from '#app/ui/toast.ts';
import { RowActions } from '../kit/list/row-actions.tsx';
import { useChange } from '../kit/use-change.ts';
import { deleteCategory, type ListedCategory, restoreCategory } from './categories-data.ts';
import { CategoryDialog } from './category-dialog.tsx';

/** The store's categories, to add to, change and delete. */
export function CategoryList({ categories }: { categories: ListedCategory[] }) {
  const t = useTranslations('admin-categories', adminCategoriesMessages);
  const [open, setOpen] = useState<ListedCategory | 'new' | null>(null);
  const close = () => setOpen(null);
  const add = <Button onClick={() => setOpen('new')}>{t('add')}</Button>;
  return (
    <div className="grid gap-5">
      {categories.length === 0 ? (
        <EmptyState title={t('none')} action={add}>
          {t('noneWhy')}
        </EmptyState>
      ) : (
        <>
          <div className="justify-self-start">{add}</div>
          <Table caption={t('title')}>
            <thead>
              <tr>
                <HeadCell>{t('picture')}</HeadCell>
                <HeadCell>{t('name')}</HeadCell>
                <HeadCell className="hidden @2xl:table-cell">{t('description')}</HeadCell>
                <HeadCell className="hidden @lg:table-cell">{t('products')}</HeadCell>
                <HeadCell>
                  <span className="sr-only">{t('edit')}</span>
                </HeadCell>
              </tr>
            </thead>
            <tbody>
              {categories.map((category) => (
                <CategoryRow key={category.id} category={category} onEdit={() => setOpen(category)} />
              ))}
            </tbody>
          </Table>
        </>
      )}
      {open ? <CategoryDialog category={open === 'new' ? null : open} onClose={close} /> : null}
    </div>
  );
}

function CategoryRow({ category, onEdit }: { category: ListedCategory; onEdit: () => void }) {
  const t = useTranslations('admin-categories', adminCategoriesMessages);
  const { busy, change } = useChange();
  const { id, name } = category;
  const remove = () =>
    void change({
      work: () => deleteCategory(id),
      undo: () => restoreCategory(category),
      done: t('deleted', { name: toastName(name) }),
      failed: t('deleteFailed'),
    });

  const products = (
    <Link
      to={`${href('/admin/products')}?category=${id}`}
      aria-label={t('seeProductsOf', { name })}
      className="whitespace-nowrap text-link underline"
    >
      {t('seeProducts')}
    </Link>
  );

  return (
    <tr className="hover:bg-sunken">
      <Cell>
        <Picture
          src={category.image}
          alt=""
          sizes="3rem"
          widest={160}
          className="size-12 rounded-picture object-cover"
        />
      </Cell>
      <Cell className="min-w-28">
        <span className="wrap-anywhere font-medium">{name}</span>
        <span className="mt-0.5 block @lg:hidden">{products}</span>
      </Cell>
      <Cell className="hidden w-full max-w-0 truncate text-ink-soft @2xl:table-cell">
        {category.description}
      </Cell>
      <Cell className="hidden @lg:table-cell">{products}</Cell>
      <Cell>
        <RowActions
          actions={[
            { icon: Pencil, label: t('editOne', { name }), run: onEdit },
            { icon: Trash2, label: t('deleteOne', { name }), run: remove, busy },
          ]}
        />
      </Cell>
    </tr>
  );
}
