import { adminProductsTexts } from '#app/i18n/texts/admin-products.ts';
import { BackendError } from '#app/lib/backend-error.ts';
import { useChange } from '../../ui/use-change.ts';
import { changeProducts, type ProductChange, undoChange } from './change-products.ts';

/**
 * Changes products, shows a toast with undo, and reloads the page's data, or leaves the page with `onDone`. `change` returns
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
  const t = adminProductsTexts();
  const { busy, change: perform } = useChange();

  const undo = (changeId: string) =>
    void perform({
      run: () => undoChange(changeId),
      done: (left) => ({
        title: t('undone'),
        description: left > 0 ? t('undoLeft', { count: left }) : undefined,
      }),
      failed: t('undoFailed'),
    });
  const change = (ids: readonly string[], what: ProductChange, title: string): Promise<boolean> =>
    perform({
      run: async () => {
        try {
          return await changeProducts(ids, what);
        } catch (error) {
          if (error instanceof BackendError && error.details === 'products_gone') await onGone?.();
          throw error;
        }
      },
      done: (changeId) => ({ title, action: { label: t('undo'), onClick: () => undo(changeId) } }),
      onDone: () => onDone?.(),
      leaves: onDone !== undefined,
      failed: t('changeFailed'),
    });
  return { busy, change };
}
