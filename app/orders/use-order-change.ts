import { ordersTexts } from '#app/i18n/texts/orders.ts';
import { orderLineRow } from '#app/lib/order-line-row.ts';
import { refusalMessage } from '#app/lib/refusal.ts';
import { useAction } from '#app/ui/use-action.ts';

/** Runs a change to an order: shows the result, and reads the order again with `readAgain`. */
export function useOrderChange<Key extends string = string>(readAgain?: () => Promise<void>) {
  const t = ordersTexts();
  const { act: change, ...state } = useAction<Key>({
    explain: (error) => refusalMessage(error, orderLineRow) ?? t('unreachable'),
    readAgain,
  });
  return { ...state, change };
}
