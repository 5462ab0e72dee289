import { Truck, X } from 'lucide-react';
import { href, useRevalidator } from 'react-router';
import { isAllStores } from '#app/auth/office-stores.ts';
import { useBrand } from '#app/brands/use-brand.ts';
import { adminScanTexts } from '#app/i18n/texts/admin-scan.ts';
import { formatPounds } from '#app/lib/money.ts';
import { Button } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { SelectField } from '#app/ui/select-field.tsx';
import { RowLink } from '../../ui/row-link.tsx';
import { useStoreCounts } from '../../ui/store-counts.ts';
import { StoreMark } from '../../ui/store-mark.tsx';
import { useChange } from '../../ui/use-change.ts';
import { changeShipments, moveShipments } from '../data/shipment-calls.ts';
import { useUndoHandOver } from '../use-undo-hand-over.ts';
import {
  discardHandoverScans,
  findScanned,
  type HandoverScan,
  type Scanned,
  scanForHandover,
} from './scan-calls.ts';
import { useLatest, useQueuedScans } from './use-queued-scans.ts';
import { parcelName, type Say, useParcelText } from './word.tsx';

/** Maximum number of shipments in one call. */
const mostAtOnce = 200;

const nameOf = ({ shipments: { number, orders } }: HandoverScan): string => `${orders.number}/${number}`;

type HandOverByScanProps = {
  /** Ids of the stores where the person hands over. */
  stores: readonly string[];
  /** The carriers' names, with how many packed parcels each has. */
  runs: readonly { name: string; packed: number }[];
  /** The parcels that the person has scanned, for all carriers. */
  scans: readonly HandoverScan[];
  say: Say;
};

/** Hands parcels over by scanning: one after the other goes on the list of a courier's run, which one click hands over. */
export function HandOverByScan({ stores, runs, scans, say }: HandOverByScanProps) {
  const t = adminScanTexts();
  const { currency } = useBrand();
  const { revalidate } = useRevalidator();
  const { busy, busyWith, change } = useChange();
  const undoHandOver = useUndoHandOver();
  const storeCounts = useStoreCounts();
  const parcelText = useParcelText();
  const [carrier, latestCarrier, setCarrier] = useLatest(scans[0]?.carrier_name ?? '');
  const own = scans.filter(({ carrier_name }) => carrier_name === carrier);
  // What was scanned since the list was read counts too.
  const [, added, setAdded] = useLatest<readonly string[]>([]);

  const scanParcel = async (found: Scanned, shipmentId: string) => {
    const name = parcelName(found);
    const known = new Set([...own.map(({ shipment_id }) => shipment_id), ...added.current]);
    if (known.has(shipmentId)) return say({ tone: 'wrong', text: t('parcelTwice', { name }) });
    await scanForHandover(shipmentId, latestCarrier.current);
    setAdded([...added.current, shipmentId]);
    say({ tone: 'right', text: t('parcelScanned', { name, count: known.size + 1 }) });
    void revalidate();
  };
  const handle = async (code: string) => {
    const [found] = await findScanned(stores, code);
    const number = found?.order_number ?? '';
    if (!found) return say({ tone: 'wrong', text: t('foreign', { code }) });
    if (found.kind === 'piece') return say({ tone: 'wrong', text: t('pieceNoParcel', { name: found.name }) });
    const order = { id: found.order_id ?? '', tenantId: found.tenant_id };
    if (!found.shipment_id) return say({ tone: 'wrong', text: t('notPackedYet', { number }), order });
    if (found.kind === 'order' && (found.shipment_number ?? 0) > 1)
      return say({ tone: 'wrong', text: t('scanLabel', { number }), order });
    if (found.shipment_state !== 'packed') return say({ tone: 'wrong', text: parcelText(found), order });
    await scanParcel(found, found.shipment_id);
  };
  useQueuedScans(handle, say);

  const handOver = () =>
    change({
      key: 'all',
      run: async () => {
        const ids = own.map(({ shipment_id }) => shipment_id);
        const unnamed = own
          .filter(({ shipments }) => carrier && !shipments.carrier_name)
          .map(({ shipment_id }) => shipment_id);
        const answers = [];
        for (let at = 0; at < ids.length; at += mostAtOnce) {
          const some = ids.slice(at, at + mostAtOnce);
          const theirs = some.filter((id) => unnamed.includes(id));
          if (theirs.length > 0) await changeShipments(theirs, { carrier_name: carrier });
          answers.push(...(await moveShipments(some, { state: 'handed_over' })));
        }
        return answers;
      },
      done: (answers) => {
        const gone = answers.filter(({ why }) => !why);
        return {
          title: t('handedOver', { count: gone.length }),
          description: storeCounts(own),
          ...undoHandOver(gone.map(({ shipmentId }) => shipmentId)),
        };
      },
      onDone: (answers) => {
        setAdded([]);
        const refused = answers.find(({ why }) => why);
        const text = t('handedOver', { count: answers.filter(({ why }) => !why).length });
        say(
          refused ? { tone: 'wrong', text: `${t('notHandedOver')}. ${refused.why}` } : { tone: 'done', text },
        );
      },
      failed: t('notHandedOver'),
    });
  const remove = (scan: HandoverScan) =>
    change({
      key: scan.shipment_id,
      run: () => discardHandoverScans([scan.shipment_id]),
      onDone: () => setAdded(added.current.filter((id) => id !== scan.shipment_id)),
      failed: t('notRemoved'),
    });
  const cash = own.reduce((sum, { shipments }) => sum + shipments.cash_to_collect, 0);
  const carrierName = carrier || t('anyCarrier');
  const names = [...new Set([carrier, ...scans.map((scan) => scan.carrier_name)])].filter(
    (name) => name && !runs.some((run) => run.name === name),
  );
  return (
    <div className="grid max-w-3xl gap-4">
      <SelectField
        label={t('run')}
        value={carrier}
        // A scanner would type into a select that has the focus.
        onChange={({ currentTarget }) => {
          setAdded([]);
          setCarrier(currentTarget.value);
          currentTarget.blur();
        }}
        className="sm:max-w-sm"
      >
        <option value="">{t('anyCarrier')}</option>
        {runs.map(({ name, packed }) => (
          <option key={name} value={name}>
            {t('runOf', { name, count: packed })}
          </option>
        ))}
        {names.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </SelectField>
      {own.length === 0 ? (
        <EmptyState icon={<Truck className="size-12" />} title={t('handOverStart')}>
          {t('handOverStartWhy')}
        </EmptyState>
      ) : (
        <section aria-labelledby="scan-parcels" className="grid gap-3">
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <div>
              <h2 id="scan-parcels" className="text-lg">
                {t('scannedParcels', { carrier: carrierName })}
              </h2>
              <p className="text-ink-soft text-sm">
                {t('parcelsAndCash', { count: own.length, cash: formatPounds(cash, currency) })}
              </p>
            </div>
            <Button busy={busyWith === 'all'} disabled={busy} onClick={() => void handOver()}>
              {t('handOverAll', { count: own.length })}
            </Button>
          </div>
          <ul className="divide-y rounded-card border bg-surface">
            {own.map((scan) => (
              <li key={scan.shipment_id} className="flex items-center gap-x-4 gap-y-1 py-1 ps-4 pe-1">
                <div className="wrap-anywhere flex min-w-0 flex-1 flex-wrap items-center gap-x-4">
                  <RowLink
                    tenantId={scan.tenant_id}
                    to={`${href('/admin/orders')}?order=${scan.shipments.orders.id}`}
                    className="text-link underline"
                  >
                    {nameOf(scan)}
                  </RowLink>
                  {isAllStores() ? <StoreMark tenantId={scan.tenant_id} /> : null}
                  <bdi className="text-sm">{scan.shipments.orders.customer_name}</bdi>
                  <span className="text-ink-soft text-sm sm:ms-auto">
                    {formatPounds(scan.shipments.cash_to_collect, currency)}
                  </span>
                </div>
                <Button
                  variant="quiet"
                  size="icon"
                  aria-label={t('remove', { name: nameOf(scan) })}
                  title={t('remove', { name: nameOf(scan) })}
                  disabled={busy}
                  onClick={() => void remove(scan)}
                >
                  <X className="size-4" />
                </Button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
