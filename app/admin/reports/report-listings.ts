import { href } from 'react-router';
import { formatWeekday } from '#app/i18n/format.ts';
import { toPiastres } from '#app/lib/money.ts';
import type { ReportKind } from './report-range.ts';
import type { ReportRowsOf } from './report-rows-of.ts';
import type { Cell, Listing, ReportColumn } from './report-table.ts';

type ListedKind = Exclude<ReportKind, 'sales'>;
/** Which kinds of codes there are, in words. */
type KindName = (kind: NonNullable<ReportRowsOf['discounts'][number]['kind']>) => string;

const barsShown = 10;

const text = (word: ReportColumn['word']): ReportColumn => ({ word, as: 'text' });
const count = (word: ReportColumn['word']): ReportColumn => ({ word, as: 'count' });
const money = (word: ReportColumn['word']): ReportColumn => ({ word, as: 'money' });

function listing(
  columns: ReportColumn[],
  measure: ReportColumn['word'],
  rows: { key: string; cells: Cell[]; to?: string | undefined }[],
  bars: 'largest' | 'all' = 'largest',
): Listing {
  const index = columns.findIndex((column) => column.word === measure);
  const values = rows.flatMap(({ key, cells }) => {
    const value = cells[index];
    return typeof value === 'number' ? [{ key, label: String(cells[0] ?? ''), value }] : [];
  });
  const comparable = values.some(({ value }) => value > 0) ? values : [];
  return {
    columns,
    rows: rows.map(({ key, cells, to }) => ({ key, cells, ...(to && { to }) })),
    measure: columns[index] ?? count(measure),
    bars: bars === 'all' ? comparable : comparable.slice(0, barsShown),
  };
}

/** The sales of the days before by key, as a further cell; none where the report is held against nothing. */
function earlier<Row extends { revenue: number }>(rows: readonly Row[] | null, keyOf: (row: Row) => string) {
  const known = new Map(rows?.map((row) => [keyOf(row), toPiastres(row.revenue)]));
  return (row: Row): Cell[] => (rows ? [known.get(keyOf(row)) ?? 0] : []);
}

function products(sold: ReportRowsOf['products'], before: ReportRowsOf['products'] | null): Listing {
  const keyOf = (row: (typeof sold)[number]) => row.product_id ?? row.name;
  const then = earlier(before, keyOf);
  return listing(
    [
      ...[text('product'), count('sold'), count('orders'), money('revenue')],
      ...(before ? [money('revenueBefore')] : []),
    ],
    'revenue',
    sold.map((row) => ({
      key: keyOf(row),
      to: row.product_id ? href('/admin/products/edit/:id', { id: row.product_id }) : undefined,
      cells: [row.name, row.quantity, row.orders, toPiastres(row.revenue), ...then(row)],
    })),
  );
}

function categories(sold: ReportRowsOf['categories'], before: ReportRowsOf['categories'] | null): Listing {
  const keyOf = (row: (typeof sold)[number]) => row.category_id ?? '';
  const then = earlier(before, keyOf);
  return listing(
    [text('category'), count('sold'), money('revenue'), ...(before ? [money('revenueBefore')] : [])],
    'revenue',
    sold.map((row) => ({
      key: keyOf(row),
      cells: [row.name, row.quantity, toPiastres(row.revenue), ...then(row)],
    })),
  );
}

function customers(bought: ReportRowsOf['customers']): Listing {
  return listing(
    [text('customer'), text('email'), count('orders'), money('revenue'), { word: 'lastOrder', as: 'moment' }],
    'revenue',
    bought.map((row) => ({
      key: row.user_id,
      to: `${href('/admin/orders')}?customer=${row.user_id}`,
      cells: [row.name || row.email, row.email, row.orders, toPiastres(row.revenue), row.last_order_at],
    })),
  );
}

function stock(kept: ReportRowsOf['stock']): Listing {
  return listing(
    [
      ...[
        text('product'),
        { word: 'variant', as: 'variant' } as const,
        text('sku'),
        count('inStock'),
        count('sold'),
      ],
      ...[{ word: 'daysLeft', as: 'days' } as const, money('worth')],
    ],
    'daysLeft',
    kept.map((row) => ({
      key: row.variant_id,
      to: href('/admin/products/edit/:id', { id: row.product_id }),
      cells: [
        ...[row.name, row.variant, row.sku, row.stock, row.sold],
        ...[row.stock === 0 ? 0 : row.days_left, toPiastres(row.worth)],
      ],
    })),
  );
}

function discounts(
  used: ReportRowsOf['discounts'],
  before: ReportRowsOf['discounts'] | null,
  kindName: KindName,
): Listing {
  const keyOf = (row: (typeof used)[number]) => row.code;
  const then = earlier(before, keyOf);
  return listing(
    [
      ...[text('code'), text('kind'), count('uses'), money('given'), money('revenue')],
      ...(before ? [money('revenueBefore')] : []),
    ],
    'uses',
    used.map((row) => ({
      key: keyOf(row),
      cells: [
        ...[row.code, row.kind ? kindName(row.kind) : null, row.uses],
        ...[toPiastres(row.given), toPiastres(row.revenue), ...then(row)],
      ],
    })),
  );
}

function slots(chosen: ReportRowsOf['slots']): Listing {
  return listing(
    [text('slot'), count('orders'), count('deliveryDays'), count('capacity')],
    'orders',
    chosen.map((row) => {
      const name = `${formatWeekday(row.day_of_week)} ${row.from_time.slice(0, 5)}–${row.to_time.slice(0, 5)}`;
      return { key: row.slot_id, cells: [name, row.orders, row.days, row.capacity] };
    }),
    'all',
  );
}

/** Makes the listing of each report from its rows and those of the days it is held against, null for none. */
export const listingOf: {
  [Kind in ListedKind]: (
    rows: ReportRowsOf[Kind],
    before: ReportRowsOf[Kind] | null,
    kindName: KindName,
  ) => Listing;
} = { products, categories, customers, stock, discounts, slots };
