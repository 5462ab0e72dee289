import { isAllStores } from '#app/auth/office-stores.ts';
import { adminShipmentsTexts } from '#app/i18n/texts/admin-shipments.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { Cell, HeadCell, Table } from '#app/ui/table.tsx';
import type { ToastContent } from '#app/ui/toast.ts';
import { StoreMark } from '../../ui/store-mark.tsx';
import type { BulkOutcome } from '../model/queues.ts';

type RefusedOrdersProps = {
  outcomes: readonly BulkOutcome[];
  /** Undoes the action for the other orders, if possible. */
  undo: ToastContent['action'];
  onClose: () => void;
};

/** Lists the orders that a bulk action refused, with the reasons. */
export function RefusedOrders({ outcomes, undo, onClose }: RefusedOrdersProps) {
  const t = adminShipmentsTexts();
  const refused = outcomes.filter(({ why }) => why);
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('doneSome', { done: outcomes.length - refused.length, count: outcomes.length })}
      description={t('stillChosen')}
      actions={
        <>
          {undo ? (
            <Button
              variant="outline"
              onClick={() => {
                undo.onClick();
                onClose();
              }}
            >
              {undo.label}
            </Button>
          ) : null}
          <Button onClick={onClose}>{t('close')}</Button>
        </>
      }
    >
      <Table caption={t('refusedOrders')}>
        <thead>
          <tr>
            <HeadCell>{t('number')}</HeadCell>
            <HeadCell>{t('whyRefused')}</HeadCell>
          </tr>
        </thead>
        <tbody>
          {refused.map(({ orderId, tenantId, number, why }) => (
            <tr key={orderId}>
              <Cell className="whitespace-nowrap font-details">
                {number}
                {isAllStores() ? <StoreMark tenantId={tenantId} className="flex font-sans text-sm" /> : null}
              </Cell>
              <Cell>{why}</Cell>
            </tr>
          ))}
        </tbody>
      </Table>
    </Dialog>
  );
}
