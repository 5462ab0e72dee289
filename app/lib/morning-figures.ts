import type { Database, Enums } from './database.types.ts';
import { toPiastres } from './money.ts';

export type Figure = Enums<'morning_figure'>;

/** A figure of a store, as the database function `morning` answers; amounts in pounds. */
export type CountedFigure = Database['public']['Functions']['morning']['Returns'][number];

/** The figures by what they are about, in the order of the page and the mail. */
export const figureGroups = [
  {
    group: 'now',
    figures: ['to_confirm', 'to_print', 'to_pack', 'to_hand_over', 'attempt_failed', 'returned_to_sender'],
  },
  { group: 'sold', figures: ['sold', 'orders_placed', 'payments_received', 'returns_received'] },
  {
    group: 'owed',
    figures: ['cash_with_carriers', 'cash_overdue', 'claims_overdue', 'refunds_due', 'transfers_to_confirm'],
  },
  { group: 'late', figures: ['orders_late', 'shipments_quiet', 'messages_late'] },
  { group: 'ran_out', figures: ['ran_out', 'running_out', 'sold_out'] },
  { group: 'waiting', figures: ['messages_waiting', 'reviews_waiting', 'returns_waiting'] },
] as const satisfies readonly { group: string; figures: readonly Figure[] }[];

export type FigureGroup = (typeof figureGroups)[number]['group'];

const groupOf = (figure: Figure): FigureGroup | undefined =>
  figureGroups.find(({ figures }) => figures.some((one) => one === figure))?.group;

const money: readonly Figure[] = ['sold', 'payments_received'];

/** Whether a figure is a sum of money; others count their rows. */
export const isMoney = (figure: Figure): boolean => money.includes(figure) || groupOf(figure) === 'owed';

/** Whether a figure is compared with the same day a week before. */
export const isCompared = (figure: Figure): boolean => groupOf(figure) === 'sold';

/** Whether a figure is of a day; others are as of now. */
export const isOfDay = (figure: Figure): boolean => isCompared(figure) || figure === 'ran_out';

/** Whether a figure is a queue of orders, whose list is the best place to open. */
export const isQueue = (figure: Figure): boolean => groupOf(figure) === 'now';

/** A figure of one store, or of several together: piastres for money, else the number of rows. */
export interface FigureCell {
  /** Undefined for all stores together. */
  tenantId: string | undefined;
  entries: number;
  value: number;
  before: number;
}

/** Whether there is anything to say of a figure, also a week before. */
export const hasValue = ({ entries, value, before }: FigureCell): boolean =>
  entries > 0 || value !== 0 || before !== 0;

export interface FigureRow {
  figure: Figure;
  /** By store, in the order of the stores, those where the person may see it. */
  cells: FigureCell[];
  /** All of them together; undefined for a single one. */
  sum: FigureCell | undefined;
}

/** Arranges the figures by group, for stores in a given order; leaves out what nobody may see. */
export function groupFigures(
  figures: readonly CountedFigure[],
  storeIds: readonly string[],
): { group: FigureGroup; rows: FigureRow[] }[] {
  return figureGroups.flatMap(({ group, figures: ofGroup }) => {
    const rows = ofGroup.flatMap((figure) => {
      const cells = storeIds.flatMap((id) => {
        const counted = figures.find((one) => one.figure === figure && one.tenant_id === id);
        return counted ? [cellOf(counted)] : [];
      });
      return cells.length > 0 ? [{ figure, cells, sum: sumOf(cells) }] : [];
    });
    return rows.length > 0 ? [{ group, rows }] : [];
  });
}

function cellOf({ figure, tenant_id: tenantId, ...counted }: CountedFigure): FigureCell {
  const [value, before] = isMoney(figure)
    ? [toPiastres(counted.amount), toPiastres(counted.amount_before)]
    : [counted.entries, counted.entries_before];
  return { tenantId, entries: counted.entries, value, before };
}

function sumOf(cells: readonly FigureCell[]): FigureCell | undefined {
  if (cells.length < 2) return undefined;
  const total = (key: 'entries' | 'value' | 'before') => cells.reduce((sum, cell) => sum + cell[key], 0);
  return { tenantId: undefined, entries: total('entries'), value: total('value'), before: total('before') };
}

/** The query of the page with a figure's rows. Without a store, those of all; the day is left out where it changes nothing. */
export function rowsQuery(figure: Figure, tenantId: string | undefined, day: string): string {
  const query = new URLSearchParams({ figure });
  if (tenantId) query.set('store', tenantId);
  if (isOfDay(figure)) query.set('day', day);
  return `?${query}`;
}

/** The path of the list in which the rows of a figure are worked on, if it shows exactly these. */
export function listPath(figure: Figure): string | undefined {
  switch (figure) {
    case 'refunds_due':
      return '/admin/orders?payment=refund_due';
    case 'transfers_to_confirm':
      return '/admin/orders?status=awaiting_payment&method=bank_transfer';
    case 'cash_with_carriers':
      return '/admin/orders?queue=cash_outstanding';
    case 'running_out':
      return '/admin/products?stock=low&show=visible';
    case 'sold_out':
      return '/admin/products?stock=out&show=visible';
    case 'messages_waiting':
      return '/admin/customers?tab=messages&box=waiting';
    case 'reviews_waiting':
      return '/admin/content?tab=reviews';
    default:
      return isQueue(figure) ? `/admin/orders?queue=${figure}` : undefined;
  }
}
