import { href, useNavigate } from 'react-router';
import { isAllStores, officeStores } from '#app/auth/office-stores.ts';
import { useSession } from '#app/auth/session.ts';
import { adminScanTexts } from '#app/i18n/texts/admin-scan.ts';
import { toast } from '#app/ui/toast.ts';
import { errorMessage } from '../../ui/error-message.ts';
import { rowAddress } from '../../ui/office-stores.ts';
import { findScanned, type Scanned } from './scan-calls.ts';
import { type Say, soundOf } from './word.tsx';

/** The orders among what was found, each once. */
const ordersIn = (found: readonly Scanned[]): Scanned[] => [
  ...new Map(found.filter(({ order_id }) => order_id).map((one) => [one.order_id, one])).values(),
];

/** Returns a function that opens the order of a scanned code, lists several, and says why there is none. */
export function useOpenScanned(say: Say): (code: string) => Promise<void> {
  const t = adminScanTexts();
  const navigate = useNavigate();
  const { user } = useSession();
  return async (code) => {
    const found = await findScanned(officeStores(user, 'orders.see'), code);
    const orders = ordersIn(found);
    const [first] = found;
    const [order] = orders;
    if (!first) return say({ tone: 'wrong', text: t('foreign', { code }) });
    if (!order) return say({ tone: 'wrong', text: t('nobodyWaits', { name: first.name }) });
    soundOf({ tone: 'right' });
    if (orders.length > 1) {
      await navigate(`${href('/admin/orders/scan')}?${new URLSearchParams({ code })}`);
      return;
    }
    const address = `${href('/admin/orders')}?order=${order.order_id}`;
    if (isAllStores()) window.location.assign(rowAddress(order.tenant_id, address));
    else await navigate(address);
  };
}

/** Opens the order of a code that is scanned anywhere in the office, and says as a toast why there is none. */
export function useScanAnywhere(): (code: string) => void {
  const fail = (text: string) => {
    soundOf({ tone: 'wrong' });
    toast({ title: text, variant: 'destructive' });
  };
  const open = useOpenScanned(({ text }) => fail(text));
  return (code) => void open(code).catch((error: unknown) => fail(errorMessage(error)));
}
