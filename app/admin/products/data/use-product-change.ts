import { mayIn } from '#app/auth/office-stores.ts';
import { useSession } from '#app/auth/session.ts';
import { formatParts } from '#app/i18n/format.ts';
import { adminTexts } from '#app/i18n/texts/admin.ts';
import { adminProductsTexts } from '#app/i18n/texts/admin-products.ts';
import { BackendError } from '#app/lib/backend-error.ts';
import { errorMessage } from '../../ui/error-message.ts';
import { useOfficeStores } from '../../ui/office-stores.ts';
import { useStoreCounts } from '../../ui/store-counts.ts';
import { useChange } from '../../ui/use-change.ts';
import {
  type ChangedStore,
  changeCapability,
  changeProducts,
  type ProductChange,
  type ProductToChange,
  undoChange,
} from './change-products.ts';

/**
 * Changes products, shows a toast with undo, and reloads the page's data, or leaves the page with `onDone`. `change` returns
 * whether all are changed; `title` is the toast's title for a number of products. Those of a store where the change is refused
 * are named, and stay as they are. `onGone` is called when some of the products no longer exist.
 */
export function useProductChange({
  onDone,
  onGone,
}: {
  onDone?: () => void;
  onGone?: () => Promise<void>;
} = {}) {
  const t = adminProductsTexts();
  const tAdmin = adminTexts();
  const { user } = useSession();
  const stores = useOfficeStores();
  const storeCounts = useStoreCounts();
  const { busy, change: perform } = useChange();

  const undo = (changed: readonly ChangedStore[]) =>
    void perform({
      run: async () => {
        let left = 0;
        for (const { changeId } of changed) left += await undoChange(changeId);
        return left;
      },
      done: (left) => ({
        title: t('undone'),
        description: left > 0 ? t('undoLeft', { count: left }) : undefined,
      }),
      failed: t('undoFailed'),
    });
  const change = async (
    products: readonly ProductToChange[],
    what: ProductChange,
    title: (count: number) => string,
  ): Promise<boolean> => {
    let isWhole = true;
    const done = await perform({
      run: async () => {
        const { changed, refused } = await changeProducts(products, what, (tenantId) =>
          mayIn(user, tenantId, changeCapability(what)),
        );
        if (refused.some(({ error }) => error instanceof BackendError && error.details === 'products_gone'))
          await onGone?.();
        const [first] = refused;
        if (first && changed.length === 0) throw first.error ?? new Error(tAdmin('notAllowedInStore'));
        isWhole = refused.length === 0;
        return { changed, refused };
      },
      done: ({ changed, refused }) => {
        const rows = changed.flatMap((one) => one.products);
        const whyNot = refused.map(({ tenantId, error }) =>
          tAdmin('notInStore', {
            store: stores.find(({ id }) => id === tenantId)?.name ?? tenantId,
            why: error ? errorMessage(error) : tAdmin('notAllowedInStore'),
          }),
        );
        return {
          title: title(rows.length),
          description: formatParts([storeCounts(rows), ...whyNot]),
          action: { label: t('undo'), onClick: () => undo(changed) },
        };
      },
      onDone: () => onDone?.(),
      leaves: onDone !== undefined,
      failed: t('changeFailed'),
    });
    return done && isWhole;
  };
  return { busy, change };
}
