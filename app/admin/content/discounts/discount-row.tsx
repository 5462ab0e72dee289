import { Pencil, Power, Trash2 } from 'lucide-react';
import { useBrand } from '#app/brands/use-brand.ts';
import { formatDateTime, formatMoney } from '#app/i18n/format.ts';
import adminDiscountsMessages from '#app/i18n/messages/en/admin-discounts.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { toPiastres } from '#app/lib/money.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Cell } from '#app/ui/table.tsx';
import { RowActions } from '../../kit/list/row-actions.tsx';
import { useChange } from '../../kit/use-change.ts';
import { stateTones, windowState } from '../window-state.ts';
import { deleteDiscount, type ListedDiscount, restoreDiscount, switchDiscount } from './discounts-data.ts';

/** One discount code of the list: edited, switched off, deleted while nobody has used it. */
export function DiscountRow({ discount, onEdit }: { discount: ListedDiscount; onEdit: () => void }) {
  const t = useTranslations('admin-discounts', adminDiscountsMessages);
  const { currency } = useBrand();
  const { busy, change } = useChange();
  const { row, uses } = discount;
  const { id, code, kind, value, is_active: active, starts_at: from, ends_at: to } = row;
  const state = windowState({ active, from, to }, Date.now());
  const amount = (pounds: number) => formatMoney(toPiastres(pounds), currency);
  const worth = {
    percent: t('percentOff', { value: String(value) }),
    fixed: t('fixedOff', { amount: amount(value) }),
    free_shipping: t('freeShipping'),
  }[kind];

  const toggle = () =>
    void change({
      work: () => switchDiscount(id, !active),
      undo: () => switchDiscount(id, active),
      done: t(active ? 'switchedOff' : 'switchedOn', { code }),
      failed: t('saveFailed'),
    });
  const remove = () =>
    void change({
      work: () => deleteDiscount(id),
      undo: () => restoreDiscount(discount),
      done: t('deleted', { code }),
      failed: t('deleteFailed'),
    });

  const runs =
    from || to ? `${from ? formatDateTime(from) : '…'} – ${to ? formatDateTime(to) : '…'}` : t('always');
  const used = row.total_limit ? t('usesOf', { uses, limit: row.total_limit }) : String(uses);
  const states = (
    <>
      <Badge tone={stateTones[state]}>{t(`state_${state}`)}</Badge>
      {row.is_public ? <Badge tone="tint">{t('public')}</Badge> : null}
    </>
  );

  return (
    <tr className="hover:bg-sunken">
      <Cell className="w-full max-w-0">
        <p className="wrap-anywhere font-details font-semibold">{code}</p>
        {row.description ? (
          <p className="wrap-anywhere line-clamp-2 text-ink-soft">{row.description}</p>
        ) : null}
        <div className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 @lg:hidden">
          <span>{worth}</span>
          {states}
        </div>
        <p className="mt-0.5 text-ink-soft text-xs @4xl:hidden">{runs}</p>
      </Cell>
      <Cell className="hidden whitespace-nowrap @lg:table-cell">
        <p>{worth}</p>
        {row.minimum_subtotal > 0 ? (
          <p className="text-ink-soft text-xs">
            {t('fromMinimum', { amount: amount(row.minimum_subtotal) })}
          </p>
        ) : null}
      </Cell>
      <Cell className="hidden min-w-44 text-ink-soft @4xl:table-cell">{runs}</Cell>
      <Cell className="hidden whitespace-nowrap text-end font-details tabular-nums @2xl:table-cell">
        {used}
      </Cell>
      <Cell className="hidden @lg:table-cell">
        <div className="flex flex-wrap gap-1">{states}</div>
      </Cell>
      <Cell>
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
      </Cell>
    </tr>
  );
}
