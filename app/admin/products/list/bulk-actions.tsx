import { EllipsisVertical } from 'lucide-react';
import { useState } from 'react';
import { may } from '#app/auth/model.ts';
import { useSession } from '#app/auth/session.ts';
import { adminProductsTexts } from '#app/i18n/texts/admin-products.ts';
import { Button } from '#app/ui/button.tsx';
import { DropdownItem, DropdownMenu } from '#app/ui/dropdown-menu.tsx';
import type { ListedCategory } from '../../categories/categories-data.ts';
import { AskDelete, mostUnasked } from '../../ui/list/ask-delete.tsx';
import { changeCapability, type ProductChange } from '../data/change-products.ts';
import { useSeesCosts } from '../model/use-sees-costs.ts';
import { BulkChangeDialog, type BulkDialog } from './bulk-change-dialog.tsx';

type BulkActionsProps = {
  count: number;
  /** Null for products of several stores, each of which has its own categories. */
  categories: ListedCategory[] | null;
  busy: boolean;
  /** Returns whether it succeeded. */
  onChange: (change: ProductChange) => Promise<boolean>;
};

const flagActions = [
  ['feature', { kind: 'featured', value: true }],
  ['unfeature', { kind: 'featured', value: false }],
  ['markNew', { kind: 'is_new', value: true }],
  ['unmarkNew', { kind: 'is_new', value: false }],
  ['show', { kind: 'is_active', value: true }],
  ['hide', { kind: 'is_active', value: false }],
] as const satisfies [string, ProductChange][];

const bulkDialogs: readonly BulkDialog[] = ['price', 'stock', 'cost', 'category'];

/** Bulk actions for the selected products. */
export function BulkActions({ count, categories, busy, onChange }: BulkActionsProps) {
  const t = adminProductsTexts();
  const seesCosts = useSeesCosts();
  const [dialog, setDialog] = useState<BulkDialog | 'delete' | null>(null);
  const { user } = useSession();
  const mayMake = (kind: ProductChange['kind']) => may(user, changeCapability({ kind }));
  const dialogs = bulkDialogs.filter(
    (about) =>
      mayMake(about) && (about !== 'category' || categories !== null) && (about !== 'cost' || seesCosts),
  );
  const apply = async (change: ProductChange) => {
    if (await onChange(change)) setDialog(null);
  };
  return (
    <>
      {dialogs.map((about) => (
        <Button
          key={about}
          variant="outline"
          size="small"
          aria-haspopup="dialog"
          disabled={busy}
          onClick={() => setDialog(about)}
        >
          {t(about)}
        </Button>
      ))}
      {mayMake('featured') ? (
        <DropdownMenu
          label={t('more')}
          trigger={
            <Button variant="outline" size="small" disabled={busy}>
              <EllipsisVertical className="size-4" />
              {t('more')}
            </Button>
          }
        >
          {flagActions.map(([labelKey, change]) => (
            <DropdownItem key={labelKey} onSelect={() => void apply(change)}>
              {t(labelKey)}
            </DropdownItem>
          ))}
        </DropdownMenu>
      ) : null}
      {mayMake('delete') ? (
        <Button
          variant="destructive"
          size="small"
          busy={busy}
          onClick={() => (count > mostUnasked ? setDialog('delete') : void apply({ kind: 'delete' }))}
        >
          {t('delete')}
        </Button>
      ) : null}
      {dialog === 'delete' ? (
        <AskDelete
          count={count}
          busy={busy}
          onDelete={() => void apply({ kind: 'delete' })}
          onClose={() => setDialog(null)}
        />
      ) : dialog ? (
        <BulkChangeDialog
          field={dialog}
          count={count}
          categories={categories ?? []}
          busy={busy}
          onApply={(change) => void apply(change)}
          onClose={() => setDialog(null)}
        />
      ) : null}
    </>
  );
}
