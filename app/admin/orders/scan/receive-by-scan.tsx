import { Undo2 } from 'lucide-react';
import { isAllStores } from '#app/auth/office-stores.ts';
import { formatDateTime } from '#app/i18n/format.ts';
import { adminScanTexts } from '#app/i18n/texts/admin-scan.ts';
import { returnStates } from '#app/lib/database.constants.ts';
import { Button } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { StoreMark } from '../../ui/store-mark.tsx';
import { useChange } from '../../ui/use-change.ts';
import { moveShipment } from '../data/shipment-calls.ts';
import { InspectShipment } from '../edit/inspect-shipment.tsx';
import { ReceiveReturn } from '../edit/receive-return.tsx';
import { shipmentTransitions } from '../model/shipments.ts';
import { findScanned, readScannedOrder, type Scanned, type ScannedOrder } from './scan-calls.ts';
import { useLatest, useQueuedScans } from './use-queued-scans.ts';
import { parcelName, type Say, useParcelText } from './word.tsx';

/** What was scanned, and its order with what awaits a person. */
type Arrival = { found: Scanned; order: ScannedOrder };

const canComeBack = ({ shipment_state: state }: Scanned): boolean =>
  state !== null && shipmentTransitions(state).includes('returned_to_sender');

type ReceiveByScanProps = {
  /** Ids of the stores where the person receives parcels. */
  stores: readonly string[];
  /** Whether the person may book what comes back of returns. */
  receivesReturns: boolean;
  say: Say;
};

/** Receives what comes back by scanning: parcels that nobody accepted, and returns. */
export function ReceiveByScan({ stores, receivesReturns, say }: ReceiveByScanProps) {
  const t = adminScanTexts();
  const parcelText = useParcelText();
  const { busy, change } = useChange();
  const [arrival, , setArrival] = useLatest<Arrival | null>(null);

  const show = async (found: Scanned, orderId: string, text: string) => {
    setArrival({ found, order: await readScannedOrder(orderId) });
    say({ tone: 'right', text });
  };
  const handle = async (code: string) => {
    const [found] = await findScanned(stores, code);
    setArrival(null);
    if (!found) return say({ tone: 'wrong', text: t('foreign', { code }) });
    const { order_id: id, order_number, tenant_id: tenantId } = found;
    // The piece of a variant is in many orders; a print is in one.
    if (!id || (found.kind === 'piece' && found.open_pieces > 0))
      return say({ tone: 'wrong', text: t('pieceNoParcel', { name: found.name }) });
    const number = order_number ?? '';
    const order = { id, tenantId };
    if (!found.shipment_id) return say({ tone: 'wrong', text: t('nothingBack', { number }), order });
    const name = parcelName(found);
    if (found.awaits_inspection) return show(found, id, t('inspectNow', { name }));
    if (canComeBack(found)) return show(found, id, parcelText(found));
    if (found.shipment_state === 'packed')
      return say({ tone: 'wrong', text: t('neverLeft', { name }), order });
    if (found.shipment_state !== 'delivered') return say({ tone: 'wrong', text: parcelText(found), order });
    if (found.open_returns > 0 && receivesReturns) return show(found, id, t('returnNow', { number }));
    const at = found.handled_at ? formatDateTime(found.handled_at) : 'none';
    say({ tone: 'wrong', text: t('noReturn', { name, at }), order });
  };
  useQueuedScans(handle, say);

  if (!arrival) {
    return (
      <EmptyState icon={<Undo2 className="size-12" />} title={t('receiveStart')}>
        {t('receiveStartWhy')}
      </EmptyState>
    );
  }
  const { found, order } = arrival;
  const name = parcelName(found);
  const shipment = order.shipments.find(({ id }) => id === found.shipment_id);
  const bookBack = (shipmentId: string) =>
    change({
      run: () => moveShipment(shipmentId, { state: 'returned_to_sender' }),
      onDone: () =>
        void show({ ...found, shipment_state: 'returned_to_sender' }, order.id, t('backBooked', { name })),
      failed: t('notBack'),
    });
  const finish = (text: string) => {
    setArrival(null);
    say({ tone: 'done', text });
  };
  return (
    <section
      aria-labelledby="scan-arrival"
      className="stroked grid max-w-3xl gap-4 rounded-card bg-surface p-4"
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <h2 id="scan-arrival" className="text-lg">
          {t('cameBack', { name })}
        </h2>
        {isAllStores() ? <StoreMark tenantId={order.tenant_id} /> : null}
      </div>
      {shipment?.awaits_inspection ? (
        <InspectShipment
          key={shipment.id}
          shipment={shipment}
          lines={order.order_lines}
          onDone={() => finish(t('inspectDone', { name }))}
        />
      ) : shipment && canComeBack(found) ? (
        <>
          <p className="text-ink-soft">{t('cameBackWhy')}</p>
          <Button busy={busy} className="justify-self-start" onClick={() => void bookBack(shipment.id)}>
            {t('bookBack')}
          </Button>
        </>
      ) : (
        order.returns
          .filter(({ state }) => returnStates.some((known) => known.state === state && known.awaits_pieces))
          .map((one) => (
            <ReceiveReturn
              key={one.id}
              one={one}
              lines={order.order_lines}
              onDone={() => finish(t('returnDone', { number: order.number }))}
            />
          ))
      )}
    </section>
  );
}
