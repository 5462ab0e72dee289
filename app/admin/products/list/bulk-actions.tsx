import { EllipsisVertical } from 'lucide-react';
import { useState } from 'react';
import adminProductsMessages from '#app/i18n/messages/en/admin-products.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { Button } from '#app/ui/button.tsx';
import { DropdownItem, DropdownMenu } from '#app/ui/dropdown-menu.tsx';
import type { ListedCategory } from '../../categories/categories-data.ts';
import { AskDelete, mostUnasked } from '../../kit/list/ask-delete.tsx';
import type { ProductChange } from '../data/change-products.ts';
import { BulkChangeDialog, type BulkDialog } from './bulk-change-dialog.tsx';

type BulkActionsProps = {
  count: number;
  categories: ListedCategory[];
  busy: boolean;
  /** Answers with whether it was done. */
  onChange: (change: ProductChange) => Promise<boolean>;
};

const marks = [
  ['feature', { kind: 'featured', value: true }],
  ['unfeature', { kind: 'featured', value: false }],
  ['markNew', { kind: 'is_new', value: true }],
  ['unmarkNew', { kind: 'is_new', value: false }],
  ['show', { kind: 'is_active', value: true }],
  ['hide', { kind: 'is_active', value: false }],
] as const satisfies [string, ProductChange][];

/** What can be done with the chosen products. */
export function BulkActions({ count, categories, busy, onChange }: BulkActionsProps) {
  const t = useTranslations('admin-products', adminProductsMessages);
  const [asking, setAsking] = useState<BulkDialog | 'delete' | null>(null);
  const apply = async (change: ProductChange) => {
    if (await onChange(change)) setAsking(null);
  };
  return (
    <>
      {(['price', 'stock', 'category'] as const).map((about) => (
        <Button
          key={about}
          variant="outline"
          size="small"
          aria-haspopup="dialog"
          disabled={busy}
          onClick={() => setAsking(about)}
        >
          {t(about)}
        </Button>
      ))}
      <DropdownMenu
        label={t('more')}
        trigger={
          <Button variant="outline" size="small" disabled={busy}>
            <EllipsisVertical className="size-4" />
            {t('more')}
          </Button>
        }
      >
        {marks.map(([word, change]) => (
          <DropdownItem key={word} onSelect={() => void apply(change)}>
            {t(word)}
          </DropdownItem>
        ))}
      </DropdownMenu>
      <Button
        variant="destructive"
        size="small"
        busy={busy}
        onClick={() => (count > mostUnasked ? setAsking('delete') : void apply({ kind: 'delete' }))}
      >
        {t('delete')}
      </Button>
      {asking === 'delete' ? (
        <AskDelete
          {...{ count, busy }}
          onDelete={() => void apply({ kind: 'delete' })}
          onClose={() => setAsking(null)}
        />
      ) : asking ? (
        <BulkChangeDialog
          about={asking}
          count={count}
          categories={categories}
          busy={busy}
          onApply={(change) => void apply(change)}
          onClose={() => setAsking(null)}
        />
      ) : null}
    </>
  );
}
