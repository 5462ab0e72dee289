import adminOrdersMessages from '#app/i18n/messages/en/admin-orders.json';
import ordersMessages from '#app/i18n/messages/en/orders.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import type { Enums } from '#app/lib/database.types.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { Cell, HeadCell, Table } from '#app/ui/table.tsx';
import type { MoveOutcome } from '../data/move-orders.ts';

type BulkOutcomeProps = {
  outcome: { status: Enums<'order_status'>; outcomes: MoveOutcome[] } | null;
  onClose: () => void;
};

/** Result of a bulk status change per order, failures first. */
export function BulkOutcome({ outcome, onClose }: BulkOutcomeProps) {
  const t = useTranslations('admin-orders', adminOrdersMessages);
  const tOrders = useTranslations('orders', ordersMessages);
  if (!outcome) return null;
  const { outcomes } = outcome;
  const moved = outcomes.filter(({ why }) => !why).length;
  const status = tOrders(`status_${outcome.status}`).toLowerCase();
  const count = outcomes.length;
  return (
    <Dialog
      open
      onClose={onClose}
      title={moved === count ? t('movedAll', { count, status }) : t('movedSome', { moved, count, status })}
      actions={<Button onClick={onClose}>{t('close')}</Button>}
    >
      <Table caption={t('outcome')}>
        <thead>
          <tr>
            <HeadCell>{t('number')}</HeadCell>
            <HeadCell>{t('outcome')}</HeadCell>
            <HeadCell>{t('whyLeft')}</HeadCell>
          </tr>
        </thead>
        <tbody>
          {outcomes
            .toSorted((a, b) => Number(b.why !== '') - Number(a.why !== ''))
            .map(({ number, why }) => (
              <tr key={number}>
                <Cell className="whitespace-nowrap font-details">{number}</Cell>
                <Cell>
                  <Badge tone={why ? 'warning' : 'success'}>
                    {why ? t('outcomeLeft') : t('outcomeMoved')}
                  </Badge>
                </Cell>
                <Cell>{why}</Cell>
              </tr>
            ))}
        </tbody>
      </Table>
    </Dialog>
  );
}
