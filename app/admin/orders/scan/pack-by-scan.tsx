import { PackageOpen, Plus } from 'lucide-react';
import { isAllStores } from '#app/auth/office-stores.ts';
import { LinePicture } from '#app/designer/private-picture.tsx';
import { adminScanTexts } from '#app/i18n/texts/admin-scan.ts';
import { optionsText } from '#app/lib/options-text.ts';
import { soldWord } from '#app/lib/order-line-row.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { StoreMark } from '../../ui/store-mark.tsx';
import { useChange } from '../../ui/use-change.ts';
import { packOrder } from '../data/shipment-calls.ts';
import { type Counts, countOf, countPiece, isComplete } from './counted-pieces.ts';
import { findScanned, readScannedOrder, type Scanned, type ScannedOrder } from './scan-calls.ts';
import { useLatest, useQueuedScans } from './use-queued-scans.ts';
import { type Say, useParcelText } from './word.tsx';

/** An order that is being packed, and the pieces scanned for it. */
type Packing = { order: ScannedOrder; counts: Counts };

const linesOf = ({ order: { order_lines } }: Packing) => order_lines;
const sumOf = (counts: Counts) => Object.values(counts).reduce((sum, count) => sum + count, 0);

type PackByScanProps = {
  /** Ids of the stores where the person packs. */
  stores: readonly string[];
  say: Say;
};

/** Packs orders by scanning: a slip opens its order, its pieces are counted, and the last one packs it. */
export function PackByScan({ stores, say }: PackByScanProps) {
  const t = adminScanTexts();
  const parcelText = useParcelText();
  const { busy, change } = useChange();
  const [packing, latest, setPacking] = useLatest<Packing | null>(null);

  /** Says who packed an order meanwhile; else why it was refused. */
  const explain = async (order: ScannedOrder, why: string) => {
    const [found] = await findScanned(stores, order.number).catch(() => []);
    if (found?.shipment_id && found.open_pieces === 0) {
      setPacking(null);
      say({ tone: 'wrong', text: parcelText(found) });
    } else say({ tone: 'wrong', text: `${t('notPacked')}. ${why}` });
  };
  const pack = async (done: Packing) => {
    const { id, tenant_id: tenantId, number } = done.order;
    const pieces = linesOf(done)
      .map((line) => ({ order_line_id: line.id, quantity: countOf(done.counts, line) }))
      .filter(({ quantity }) => quantity > 0);
    await change({
      run: () => packOrder(id, pieces, {}),
      onDone: (packed) => {
        setPacking(null);
        const text = t('orderPacked', { number, count: sumOf(done.counts) });
        say({ tone: 'done', text, order: { id, tenantId, packed } });
      },
      onFailure: (why) => {
        if (why) void explain(done.order, why);
      },
    });
  };
  const advance = async (next: Packing, lineId: string) => {
    setPacking(next);
    if (isComplete(linesOf(next), next.counts)) return pack(next);
    const line = linesOf(next).find(({ id }) => id === lineId);
    if (!line) return;
    const [done, all] = [countOf(next.counts, line), line.open_pieces];
    say({ tone: 'right', text: t('pieceCounted', { name: line.name, done, all }) });
  };
  /** Opens an order for packing; a piece of it counts at once. */
  const open = async (found: Scanned, orderId: string, code: string) => {
    const number = found.order_number ?? '';
    const about = { order: { id: orderId, tenantId: found.tenant_id } };
    if (found.order_status === 'cancelled')
      return say({ tone: 'wrong', text: t('orderCancelled', { number }), ...about });
    const order = await readScannedOrder(orderId);
    const next = { order, counts: {} };
    if (order.order_lines.every(({ open_pieces }) => open_pieces === 0)) {
      const text = found.shipment_id ? parcelText(found) : t('nothingOpen', { number });
      return say({ tone: 'wrong', text, ...about });
    }
    if (!order.is_packable) return say({ tone: 'wrong', text: t('orderNotConfirmed', { number }), ...about });
    const counted = countPiece(order.order_lines, {}, code);
    if (counted.kind === 'counted') return advance({ order, counts: counted.counts }, counted.lineId);
    setPacking(next);
    say({ tone: 'right', text: t('opened', { number }) });
  };
  const handle = async (code: string) => {
    const current = latest.current;
    const counted = current ? countPiece(linesOf(current), current.counts, code) : null;
    if (current && counted?.kind === 'counted')
      return advance({ ...current, counts: counted.counts }, counted.lineId);
    if (current && counted && counted.kind !== 'unknown') {
      const name = linesOf(current).find(({ id }) => id === counted.lineId)?.name ?? '';
      return say({
        tone: 'wrong',
        text: t(counted.kind === 'enough' ? 'pieceEnough' : 'pieceNotOpen', { name }),
      });
    }
    const [found] = await findScanned(stores, code);
    if (!found) return say({ tone: 'wrong', text: t('foreign', { code }) });
    if (current && found.kind === 'piece')
      return say({
        tone: 'wrong',
        text: t('pieceForeign', { name: found.name, number: current.order.number }),
      });
    if (current && found.order_id !== current.order.id && sumOf(current.counts) > 0)
      return say({ tone: 'wrong', text: t('orderUnfinished', { number: current.order.number }) });
    if (!found.order_id) return say({ tone: 'wrong', text: t('nobodyWaits', { name: found.name }) });
    if (found.order_id !== current?.order.id) return open(found, found.order_id, code);
    say({ tone: 'right', text: t('opened', { number: current.order.number }) });
  };
  useQueuedScans(handle, say);

  if (!packing) {
    return (
      <EmptyState icon={<PackageOpen className="size-12" />} title={t('packStart')}>
        {t('packStartWhy')}
      </EmptyState>
    );
  }
  const { order, counts } = packing;
  const lines = order.order_lines.filter(({ open_pieces }) => open_pieces > 0);
  const countOne = (lineId: string) =>
    advance({ order, counts: { ...counts, [lineId]: countOf(counts, { id: lineId }) + 1 } }, lineId);
  return (
    <section aria-labelledby="scan-packing" className="grid max-w-3xl gap-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <h2 id="scan-packing" className="text-lg">
          {t('packing', { number: order.number })}
        </h2>
        {isAllStores() ? <StoreMark tenantId={order.tenant_id} /> : null}
      </div>
      <ul className="grid gap-2">
        {lines.map((line) => {
          const [done, all] = [countOf(counts, line), line.open_pieces];
          return (
            <li
              key={line.id}
              className="stroked grid grid-cols-[3.5rem_minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 rounded-card bg-surface p-3"
            >
              <LinePicture
                image={line.image}
                alt=""
                size={56}
                className="size-14 rounded-picture object-cover"
              />
              <div className="wrap-anywhere grid min-w-0 gap-0.5">
                <p className="font-semibold">{line.name}</p>
                <p className="text-ink-soft text-sm">{optionsText(line, '', soldWord(line))}</p>
                {line.piece_code ? (
                  <bdi className="font-details text-ink-soft text-xs">{line.piece_code}</bdi>
                ) : null}
              </div>
              <div className="flex items-center gap-2">
                <Badge tone={done >= all ? 'success' : 'neutral'} className="text-base tabular-nums">
                  <span className="sr-only">{t('countedLine', { done, all, name: line.name })}</span>
                  <span aria-hidden="true">{t('counted', { done, all })}</span>
                </Badge>
                <Button
                  variant="quiet"
                  size="icon"
                  aria-label={t('countOne', { name: line.name })}
                  title={t('countOne', { name: line.name })}
                  disabled={busy || done >= all}
                  onClick={() => void countOne(line.id)}
                >
                  <Plus className="size-5" />
                </Button>
              </div>
            </li>
          );
        })}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button size="small" busy={busy} disabled={sumOf(counts) === 0} onClick={() => void pack(packing)}>
          {t('packCounted', { count: sumOf(counts) })}
        </Button>
        <Button variant="outline" size="small" disabled={busy} onClick={() => setPacking(null)}>
          {t('leaveOrder')}
        </Button>
      </div>
    </section>
  );
}
