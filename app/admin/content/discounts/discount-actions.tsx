import { Pencil, Power, Trash2 } from 'lucide-react';
import adminDiscountsMessages from '#app/i18n/messages/en/admin-discounts.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { RowActions } from '../../kit/list/row-actions.tsx';
import { deleteRows, restoreRows } from '../../kit/undo.ts';
import { useChange } from '../../kit/use-change.ts';
import { type ListedDiscount, switchDiscounts } from './discounts-data.ts';

type DiscountActionsProps = { discount: ListedDiscount; onEdit: () => void };

/** Actions of a discount code: edit, switch off, and delete while unused. */
export function DiscountActions({ discount, onEdit }: DiscountActionsProps) {
  const t = useTranslations('admin-discounts', adminDiscountsMessages);
  const { busy, change } = useChange();
  const { row, uses } = discount;
  const { id, code, is_active: active } = row;
  const toggle = () =>
    void change({
      run: () => switchDiscounts([id], !active),
      undo: () => switchDiscounts([id], active),
      done: t(active ? 'switchedOff' : 'switchedOn', { code }),
      failed: t('saveFailed'),
    });
  const remove = () =>
    void change({
      run: () => deleteRows('discounts', [id]),
      undo: () => restoreRows('discounts', [id]),
      done: t('deleted', { code }),
      failed: t('deleteFailed'),
    });
  return (
    <RowActions
      actions={[
        { icon: Pencil, label: t('edit', { code }), run: onEdit },
        { icon: Power, label: t(active ? 'switchOff' : 'switchOn', { code }), run: toggle, busy },
        {
          ...{ icon: Trash2, label: t('delete', { code }), run: remove },
          why: row.user_id ? t('ownedWhy') : uses > 0 ? t('usedWhy') : undefined,
        },
      ]}
    />
  );
}
