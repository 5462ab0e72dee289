import { adminShipmentsTexts } from '#app/i18n/texts/admin-shipments.ts';
import { mailHoldSeconds } from '#app/lib/database.limits.ts';
import type { ToastContent } from '#app/ui/toast.ts';
import { useChange } from '../ui/use-change.ts';
import { moveShipments } from './data/shipment-calls.ts';

/** Returns a toast's Undo for a hand-over, shown until customers are notified; nothing without shipments. */
export function useUndoHandOver(): (
  shipmentIds: readonly string[],
) => Pick<ToastContent, 'action' | 'duration'> {
  const t = adminShipmentsTexts();
  const { change } = useChange();
  const undo = (ids: readonly string[]) =>
    change({
      run: () => moveShipments(ids, { state: 'packed' }),
      done: (answers) => {
        const why = answers.find((answer) => answer.why)?.why;
        return {
          title: t('handOverUndone', { count: answers.filter((answer) => !answer.why).length }),
          ...(why && { description: why, variant: 'destructive' }),
        };
      },
      failed: t('bulkFailed'),
    });
  return (ids) =>
    ids.length > 0
      ? { action: { label: t('undo'), onClick: () => void undo(ids) }, duration: mailHoldSeconds * 1_000 }
      : {};
}
