import ordersMessages from '#app/i18n/messages/en/orders.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { refusalMessage } from '#app/lib/refusal.ts';
import { soldRow } from '#app/lib/sold-row.ts';
import { useAction } from '#app/ui/use-action.ts';

/** Changes an order: reports the outcome, and reads the order again with `readAgain`. */
export function useOrderChange<Key extends string = string>(readAgain?: () => Promise<void>) {
  const t = useTranslations('orders', ordersMessages);
  const { act: change, ...state } = useAction<Key>({
    explain: (error) => refusalMessage(error, soldRow) ?? t('unreachable'),
    readAgain,
  });
  return { ...state, change };
}
