import { useRevalidator } from 'react-router';
import adminParcelsMessages from '#app/i18n/messages/en/admin-parcels.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { type ToastContent, toast } from '#app/ui/toast.ts';
import { errorMessage } from '../kit/error-message.ts';
import { moveShipments } from './data/parcel-calls.ts';

/**
 * Returns a toast's action that takes the handing over of parcels back, which the store allows until customers are told;
 * undefined for no parcels.
 */
export function useUndoHandOver(): (shipmentIds: readonly string[]) => ToastContent['action'] {
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
  return (ids) => (ids.length > 0 ? { label: t('undo'), onClick: () => void undo(ids) } : undefined);
}
