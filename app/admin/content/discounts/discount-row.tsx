import { Pencil, Power, Trash2 } from 'lucide-react';
import { useRevalidator } from 'react-router';
import { useBrand } from '#app/brands/use-brand.ts';
import { formatDateTime } from '#app/lib/dates.ts';
import { formatMoney, toPiastres } from '#app/lib/money.ts';
import { discountsWords } from '#app/messages/en/admin-discounts.ts';
import { useWords } from '#app/messages/use-words.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { Cell } from '#app/ui/table.tsx';
import { toast } from '#app/ui/toast.ts';
import { refusalOf } from '../../refusal.ts';
import { stateTones, windowState } from '../window-state.ts';
import { deleteDiscount, type ListedDiscount, restoreDiscount, switchDiscount } from './discounts-data.ts';

/** One discount code of the list: edited, switched off, deleted while nobody has used it. */
export function DiscountRow({ discount, onEdit }: { discount: ListedDiscount; onEdit: () => void }) {
  const t = useWords(discountsWords);
  const { currency } = useBrand();
  const { revalidate } = useRevalidator();
  const { row, uses } = discount;
  const { id, code, kind, value, is_active: active, starts_at: from, ends_at: to } = row;
  const state = windowState({ active, from, to }, Date.now());
  const amount = (pounds: number) => formatMoney(toPiastres(pounds), currency);
  const worth = {
    percent: t('percentOff', { value: String(value) }),
    fixed: t('fixedOff', { amount: amount(value) }),
    free_shipping: t('freeShipping'),
  }[kind];

  const fail = (title: 'deleteFailed' | 'saveFailed') => (error: unknown) =>
    toast({ title: t(title), description: refusalOf(error), variant: 'destructive' });
  const turn = async (on: boolean) => {
    await switchDiscount(id, on);
    await revalidate();
  };
  const toggle = async () => {
    try {
      await turn(!active);
      const undo = () => void turn(active).catch(fail('saveFailed'));
      toast({
        title: t(active ? 'switchedOff' : 'switchedOn', { code }),
        action: { label: t('undo'), onClick: undo },
      });
    } catch (error) {
      fail('saveFailed')(error);
    }
  };
  const remove = async () => {
    try {
      await deleteDiscount(id);
      const undo = () => void restoreDiscount(discount).then(revalidate, fail('deleteFailed'));
      toast({ title: t('deleted', { code }), action: { label: t('undo'), onClick: undo } });
      await revalidate();
    } catch (error) {
      fail('deleteFailed')(error);
    }
  };

  return (
    <tr className="hover:bg-sunken">
      <Cell>
        <p className="font-details font-semibold">{code}</p>
        {row.description ? <p className="max-w-56 truncate text-ink-soft">{row.description}</p> : null}
      </Cell>
      <Cell className="whitespace-nowrap">
        <p>{worth}</p>
        {row.minimum_subtotal > 0 ? (
          <p className="text-ink-soft">{t('fromMinimum', { amount: amount(row.minimum_subtotal) })}</p>
        ) : null}
      </Cell>
      <Cell className="text-ink-soft">
        {from || to ? `${from ? formatDateTime(from) : '…'} – ${to ? formatDateTime(to) : '…'}` : t('always')}
      </Cell>
      <Cell className="whitespace-nowrap text-end font-details tabular-nums">
        {row.total_limit ? t('usesOf', { uses, limit: row.total_limit }) : uses}
      </Cell>
      <Cell>
        <div className="flex flex-wrap gap-1">
          <Badge tone={stateTones[state]}>{t(`state_${state}`)}</Badge>
          {row.is_public ? <Badge tone="tint">{t('public')}</Badge> : null}
        </div>
      </Cell>
      <Cell>
        <div className="flex justify-end gap-1">
          <Button variant="quiet" size="icon" aria-label={t('edit', { code })} onClick={onEdit}>
            <Pencil aria-hidden="true" className="size-4" />
          </Button>
          <Button
            variant="quiet"
            size="icon"
            aria-label={t(active ? 'switchOff' : 'switchOn', { code })}
            onClick={() => void toggle()}
          >
            <Power aria-hidden="true" className="size-4" />
          </Button>
          <Button
            variant="quiet"
            size="icon"
            disabled={uses > 0}
            title={uses > 0 ? t('usedWhy') : undefined}
            aria-label={t('delete', { code })}
            onClick={() => void remove()}
          >
            <Trash2 aria-hidden="true" className="size-4" />
          </Button>
        </div>
      </Cell>
    </tr>
  );
}
