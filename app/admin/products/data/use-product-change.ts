import { useState } from 'react';
import { useRevalidator } from 'react-router';
import adminProductsMessages from '#app/i18n/messages/en/admin-products.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { BackendError } from '#app/lib/backend-error.ts';
import { toast } from '#app/ui/toast.ts';
import { errorMessage } from '../../kit/error-message.ts';
import { useChange } from '../../kit/use-change.ts';
import { changeProducts, type ProductChange, undoChange } from './change-products.ts';

/**
 * Changes products, shows a toast with undo, and reloads the page's data or calls `onDone`. `change` returns
 * whether it succeeded; `title` is the toast's title. `onGone` is called when some of the products no longer
 * exist.
 */
export function useProductChange({
  onDone,
  onGone,
}: {
  onDone?: () => void;
  onGone?: () => Promise<void>;
} = {}) {
  const t = useTranslations('admin-products', adminProductsMessages);
  const { revalidate } = useRevalidator();
  const undoing = useChange();
  const [busy, setBusy] = useState(false);

  const undo = (changeId: string) =>
    void undoing.change({
      run: () => undoChange(changeId),
      done: (left) => ({
        title: t('undone'),
        description: left > 0 ? t('undoLeft', { count: left }) : undefined,
      }),
      failed: t('undoFailed'),
    });
  const change = async (ids: readonly string[], what: ProductChange, title: string): Promise<boolean> => {
    setBusy(true);
    try {
      const changeId = await changeProducts(ids, what);
      toast({ title, action: { label: t('undo'), onClick: () => undo(changeId) } });
    } catch (error) {
      toast({ title: t('changeFailed'), description: errorMessage(error), variant: 'destructive' });
      if (error instanceof BackendError && error.details === 'products_gone') await onGone?.();
      setBusy(false);
      return false;
    }
    if (onDone) onDone();
    else await revalidate();
    setBusy(false);
    return true;
  };
  return { busy, change };
}
