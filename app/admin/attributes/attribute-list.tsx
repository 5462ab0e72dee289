import { Pencil, Trash2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import adminAttributesMessages from '#app/i18n/messages/en/admin-attributes.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { toast, toastName } from '#app/ui/toast.ts';
import type { ListedCategory } from '../categories/categories-data.ts';
import { errorMessage } from '../kit/error-message.ts';
import { DataTable } from '../kit/list/data-table.tsx';
import { columnsOf } from '../kit/list/features.ts';
import { RowActions } from '../kit/list/row-actions.tsx';
import { useChange } from '../kit/use-change.ts';
import { useStable } from '../kit/use-stable.ts';
import { AttributeEditor } from './attribute-editor.tsx';
import { countUses, deleteAttribute, type StoredAttribute } from './attributes-data.ts';

type AttributeListProps = { attributes: StoredAttribute[]; categories: ListedCategory[] };

const column = columnsOf<StoredAttribute>();
const rowId = ({ id }: StoredAttribute) => id;

/** List of the store's attributes, to add, change and delete. */
export function AttributeList({ attributes, categories }: AttributeListProps) {
  const t = useTranslations('admin-attributes', adminAttributesMessages);
  const [open, setOpen] = useState<StoredAttribute | 'new' | null>(null);
  const [deleting, setDeleting] = useState<{ attribute: StoredAttribute; uses: number } | null>(null);
  const { busy, change } = useChange();
  const confirmDelete = useStable(async (attribute: StoredAttribute) => {
    try {
      setDeleting({ attribute, uses: await countUses(attribute.id) });
    } catch (error) {
      toast({ title: t('deleteFailed'), description: errorMessage(error), variant: 'destructive' });
    }
  });
  const columns = useMemo(
    () =>
      column.columns([
        column.accessor('name', {
          header: t('name'),
          enableHiding: false,
          meta: { isMain: true, className: 'wrap-anywhere min-w-28 font-medium' },
        }),
        column.accessor(({ kind, unit }) => [t(`kind_${kind}`), unit].filter(Boolean).join(', '), {
          id: 'kind',
          header: t('kind'),
          meta: { from: 'lg', className: 'whitespace-nowrap' },
        }),
        column.accessor(
          ({ category_ids }) =>
            category_ids
              ? categories
                  .filter(({ id }) => category_ids.includes(id))
                  .map(({ name }) => name)
                  .join(', ')
              : t('allCategories'),
          { id: 'categories', header: t('categories'), meta: { from: 'xl', className: 'text-ink-soft' } },
        ),
        column.accessor(
          ({ on_card, on_page, is_filter }) =>
            [on_page && t('page'), on_card && t('card'), is_filter && t('filter')].filter(Boolean).join(', '),
          { id: 'shown', header: t('shown'), meta: { from: 'xl', className: 'text-ink-soft' } },
        ),
        column.accessor('position', { header: t('position'), meta: { from: '2xl', align: 'end' } }),
        column.display({
          id: 'actions',
          header: t('actions'),
          enableHiding: false,
          meta: { unseenHead: true, className: 'w-0' },
          cell: ({ row: { original: attribute } }) => (
            <RowActions
              actions={[
                {
                  icon: Pencil,
                  label: t('editOne', { name: attribute.name }),
                  run: () => setOpen(attribute),
                },
                {
                  icon: Trash2,
                  label: t('deleteOne', { name: attribute.name }),
                  run: () => void confirmDelete(attribute),
                },
              ]}
            />
          ),
        }),
      ]),
    [t, categories, confirmDelete],
  );
  const remove = async ({ id, name }: StoredAttribute) => {
    await change({
      run: () => deleteAttribute(id),
      done: t('deleted', { name: toastName(name) }),
      failed: t('deleteFailed'),
    });
    setDeleting(null);
  };
  return (
    <>
      <DataTable
        list="attributes"
        title={t('title')}
        columns={columns}
        rows={attributes}
        rowId={rowId}
        nameOf={({ name }) => name}
        sort="position"
        action={
          <Button size="small" onClick={() => setOpen('new')}>
            {t('add')}
          </Button>
        }
        empty={<EmptyState title={t('none')}>{t('noneWhy')}</EmptyState>}
      />
      {open ? (
        <AttributeEditor
          attribute={open === 'new' ? null : open}
          categories={categories}
          onClose={() => setOpen(null)}
        />
      ) : null}
      {deleting ? (
        <Dialog
          open
          size="small"
          onClose={() => setDeleting(null)}
          title={t('deleteOne', { name: deleting.attribute.name })}
          description={t('deleteWarning', { count: deleting.uses })}
          actions={
            <>
              <Button variant="outline" onClick={() => setDeleting(null)}>
                {t('keep')}
              </Button>
              <Button variant="destructive" busy={busy} onClick={() => void remove(deleting.attribute)}>
                {t('delete')}
              </Button>
            </>
          }
        />
      ) : null}
    </>
  );
}
