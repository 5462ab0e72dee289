import { useRevalidator } from 'react-router';
import adminParcelsMessages from '#app/i18n/messages/en/admin-parcels.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { mailHoldSeconds } from '#app/lib/database.constants.ts';
import { type ToastContent, toast } from '#app/ui/toast.ts';
import { errorMessage } from '../kit/error-message.ts';
import { moveShipments } from './data/parcel-calls.ts';

/** Returns a toast's Undo for a hand-over, shown until customers are notified; nothing when there are no parcels. */
export function useUndoHandOver(): (
  shipmentIds: readonly string[],
) => Pick<ToastContent, 'action' | 'duration'> {
  const t = useTranslations('admin-parcels', adminParcelsMessages);
  const { revalidate } = useRevalidator();
  const undo = async (ids: readonly string[]) => {
    try {
      const answers = await moveShipments(ids, { state: 'packed' });
      const why = answers.find((answer) => answer.why)?.why;
      toast({
        title: t('handOverUndone', { count: answers.filter((answer) => !answer.why).length }),
        ...(why && { description: why, variant: 'destructive' as const }),
      });
    } catch (error) {
      toast({ title: t('bulkFailed'), description: errorMessage(error), variant: 'destructive' });
    }
    await revalidate();
  };
  return (ids) =>
    ids.length > 0
      ? { action: { label: t('undo'), onClick: () => void undo(ids) }, duration: mailHoldSeconds * 1_000 }
      : {};
}
