import { href } from 'react-router';
import { formatParts, formatWeekday } from '#app/i18n/format.ts';
import { toPiastres } from '#app/lib/money.ts';
import type { ReportRowsOf } from './read-report-rows.ts';
import type { ReportKind, ReportQuery } from './report-range.ts';
import type { ReportCell, ReportColumn, ReportListing } from './report-table.ts';
import type { SalesPoint } from './sales-series.ts';

type ListedKind = Exclude<ReportKind, 'sales'>;
type KindName = (kind: NonNullable<ReportRowsOf['discounts'][number]['kind']>) => string;

const maxBars = 10;

const text = (labelKey: ReportColumn['labelKey']): ReportColumn => ({ labelKey, format: 'text' });
const count = (labelKey: ReportColumn['labelKey']): ReportColumn => ({ labelKey, format: 'count' });
const money = (labelKey: ReportColumn['labelKey']): ReportColumn => ({ labelKey, format: 'money' });

function listing(
  columns: ReportColumn[],
  measure: ReportColumn['labelKey'],
  rows: ReportListing['rows'],
  bars: 'largest' | 'all' = 'largest',
): ReportListing {
  const index = columns.findIndex((column) => column.labelKey === measure);
  // A product's name alone does not identify the variant of a bar.
  const names = columns[1]?.format === 'variant' ? 2 : 1;
  const values = rows.flatMap(({ key, cells }) => {
    const value = cells[index];
    return typeof value === 'number'
      ? [{ key, label: formatParts(cells.slice(0, names).map((cell) => String(cell ?? ''))), value }]
      : [];
  });
  const comparable = values.some(({ value }) => value > 0) ? values : [];
  return {
    columns,
    rows,
    measure: columns[index] ?? count(measure),
    bars: bars === 'all' ? comparable : comparable.slice(0, maxBars),
  };
}

/** Returns a function that adds a row's previous sales as a cell; no cell without a comparison. */
function previousRevenue<Row extends { revenue: number }>(
  rows: readonly Row[] | null,
  keyOf: (row: Row) => string,
) {
  const revenueByKey = new Map(rows?.map((row) => [keyOf(row), toPiastres(row.revenue)]));
  return (row: Row): ReportCell[] => (rows ? [revenueByKey.get(keyOf(row)) ?? 0] : []);
}

function products(sold: ReportRowsOf['products'], before: ReportRowsOf['products'] | null): ReportListing {
  const keyOf = (row: (typeof sold)[number]) => row.product_id ?? `${row.tenant_id} ${row.name}`;
  const previous = previousRevenue(before, keyOf);
  return listing(
    [
      text('product'),
      count('sold'),
      count('orders'),
      money('revenue'),
      ...(before ? [money('revenueBefore')] : []),
    ],
    'revenue',
    sold.map((row) => ({
      key: keyOf(row),
      to: row.product_id ? href('/admin/products/edit/:id', { id: row.product_id }) : undefined,
      cells: [row.name, row.quantity, row.orders, toPiastres(row.revenue), ...previous(row)],
    })),
  );
}

/** Variants sold; with their cost and margin as far as it is known, and the person may see it. */
function variants(sold: ReportRowsOf['variants'], before: ReportRowsOf['variants'] | null): ReportListing {
  const keyOf = (row: (typeof sold)[number]) =>
    row.variant_id ?? `${row.tenant_id} ${row.name} ${row.variant} ${row.sku ?? ''}`;
  const previous = previousRevenue(before, keyOf);
  const hasCosts = sold.some(({ cost }) => cost !== null);
  const costCells = ({ revenue, cost }: (typeof sold)[number]): ReportCell[] => {
    if (!hasCosts) return [];
    if (cost === null) return [null, null];
    return [toPiastres(cost), toPiastres(revenue) - toPiastres(cost)];
  };
  return listing(
    [
      text('product'),
      { labelKey: 'variant', format: 'variant' },
      text('sku'),
      count('sold'),
      count('orders'),
      money('revenue'),
      ...(before ? [money('revenueBefore')] : []),
      ...(hasCosts ? [money('cost'), money('margin')] : []),
    ],
    'revenue',
    sold.map((row) => ({
      key: keyOf(row),
      to: row.product_id ? href('/admin/products/edit/:id', { id: row.product_id }) : undefined,
      cells: [
        row.name,
        row.variant,
        row.sku,
        row.quantity,
        row.orders,
        toPiastres(row.revenue),
        ...previous(row),
        ...costCells(row),
      ],
    })),
  );
}

function categories(
  sold: ReportRowsOf['categories'],
  before: ReportRowsOf['categories'] | null,
): ReportListing {
  const keyOf = (row: (typeof sold)[number]) => row.category_id ?? row.tenant_id;
  const previous = previousRevenue(before, keyOf);
  return listing(
    [text('category'), count('sold'), money('revenue'), ...(before ? [money('revenueBefore')] : [])],
    'revenue',
    sold.map((row) => ({
      key: keyOf(row),
      cells: [row.name, row.quantity, toPiastres(row.revenue), ...previous(row)],
    })),
  );
}

function customers(rows: ReportRowsOf['customers']): ReportListing {
  return listing(
    [
      text('customer'),
      text('email'),
      count('orders'),
      money('revenue'),
      { labelKey: 'lastOrder', format: 'moment' },
    ],
    'revenue',
    rows.map((row, place) => ({
      key: `${row.tenant_id} ${row.user_id ?? place}`,
      to: row.user_id
        ? `${href('/admin/orders')}?customer=${row.user_id}`
        : `${href('/admin/orders')}?${new URLSearchParams({ search: row.email || row.name })}`,
      cells: [row.name || row.email, row.email, row.orders, toPiastres(row.revenue), row.last_order_at],
    })),
  );
}

function stock(rows: ReportRowsOf['stock']): ReportListing {
  return listing(
    [
      text('product'),
      { labelKey: 'variant', format: 'variant' },
      text('sku'),
      count('inStock'),
      count('sold'),
      { labelKey: 'daysLeft', format: 'days' },
      money('worth'),
    ],
    'daysLeft',
    rows.map((row) => ({
      key: row.variant_id,
      to: href('/admin/products/edit/:id', { id: row.product_id }),
      cells: [
        row.name,
        row.variant,
        row.sku,
        row.stock,
        row.sold,
        row.stock === 0 ? 0 : row.days_left,
        toPiastres(row.worth),
      ],
    })),
  );
}

function discounts(
  used: ReportRowsOf['discounts'],
  before: ReportRowsOf['discounts'] | null,
  kindName: KindName,
): ReportListing {
  const keyOf = (row: (typeof used)[number]) => `${row.tenant_id} ${row.code}`;
  const previous = previousRevenue(before, keyOf);
  return listing(
    [
      text('code'),
      text('kind'),
      count('uses'),
      money('given'),
      money('revenue'),
      ...(before ? [money('revenueBefore')] : []),
    ],
    'uses',
    used.map((row) => ({
      key: keyOf(row),
      cells: [
        row.code,
        row.kind ? kindName(row.kind) : null,
        row.uses,
        toPiastres(row.given),
        toPiastres(row.revenue),
        ...previous(row),
      ],
    })),
  );
}

function slots(rows: ReportRowsOf['slots']): ReportListing {
  return listing(
    [text('slot'), count('orders'), count('deliveryDays'), count('capacity')],
    'orders',
    rows.map((row) => {
      const name = `${formatWeekday(row.day_of_week)} ${row.from_time.slice(0, 5)}–${row.to_time.slice(0, 5)}`;
      return { key: row.slot_id, cells: [name, row.orders, row.days, row.capacity] };
    }),
    'all',
  );
}

type Refusals = Pick<
  ReportRowsOf['refused_places'][number],
  'shipments' | 'refused' | 'rate' | 'fees' | 'worth'
>;

/** The columns of a report of refused parcels after its first, and a row's cells there. */
const refusalColumns: ReportColumn[] = [
  count('shipments'),
  count('refused'),
  { labelKey: 'rate', format: 'percent' },
  money('carrierFees'),
  money('refusedWorth'),
];
const refusalCells = (row: Refusals): ReportCell[] => [
  row.shipments,
  row.refused,
  row.rate,
  toPiastres(row.fees),
  toPiastres(row.worth),
];

function refusedPlaces(rows: ReportRowsOf['refused_places']): ReportListing {
  return listing(
    [text('governorate'), ...refusalColumns],
    'rate',
    rows.map((row) => ({
      key: `${row.tenant_id} ${row.governorate}`,
      cells: [row.governorate, ...refusalCells(row)],
    })),
  );
}

function refusedCarriers(rows: ReportRowsOf['refused_carriers']): ReportListing {
  return listing(
    [text('carrier'), ...refusalColumns],
    'rate',
    rows.map((row) => ({
      key: `${row.tenant_id} ${row.carrier}`,
      cells: [row.carrier || null, ...refusalCells(row)],
    })),
  );
}

function refusedProducts(rows: ReportRowsOf['refused_products']): ReportListing {
  return listing(
    [text('product'), ...refusalColumns],
    'rate',
    rows.map((row) => ({
      key: row.product_id ?? `${row.tenant_id} ${row.name}`,
      to: row.product_id ? href('/admin/products/edit/:id', { id: row.product_id }) : undefined,
      cells: [row.name, ...refusalCells(row)],
    })),
  );
}

function files(rows: ReportRowsOf['files']): ReportListing {
  return listing(
    [text('customer'), text('email'), count('files'), count('megabytes')],
    'megabytes',
    rows.map((row) => ({
      key: `${row.tenant_id} ${row.user_id ?? ''}`,
      ...(row.user_id ? { to: `${href('/admin/customers')}?customer=${row.user_id}` } : {}),
      cells: [row.name || row.email || null, row.email || null, row.files, row.megabytes],
    })),
  );
}

/** Creates the listing of each report from its rows and those of the comparison period, or null. */
export const listingOf: {
  [Kind in ListedKind]: (
    rows: ReportRowsOf[Kind],
    before: ReportRowsOf[Kind] | null,
    kindName: KindName,
  ) => ReportListing;
} = {
  products,
  variants,
  categories,
  customers,
  stock,
  discounts,
  slots,
  refused_places: refusedPlaces,
  refused_carriers: refusedCarriers,
  refused_products: refusedProducts,
  files,
};

/**
 * Creates the listing of the sales report, which has a plot over time instead of bars.
 * @param stores the points of each store, if there are several; `points` are their sums
 */
export function salesListing(
  points: readonly SalesPoint[],
  { by, before }: Pick<ReportQuery, 'by' | 'before'>,
  stores: readonly { tenantId: string; points: readonly SalesPoint[] }[] = [],
): Omit<ReportListing, 'bars'> {
  const measure = money('revenue');
  return {
    measure,
    columns: [
      { labelKey: by, format: 'day' },
      ...stores.map(({ tenantId }) => ({ ...measure, tenantId })),
      count('orders'),
      measure,
      money('refunded'),
      ...(before ? [count('ordersBefore'), money('revenueBefore')] : []),
    ],
    rows: points.map((point, index) => ({
      key: point.day,
      cells: [
        point.day,
        ...stores.map((store) => store.points[index]?.revenue ?? 0),
        point.orders,
        point.revenue,
        point.refunded,
        ...(before ? [point.before?.orders ?? 0, point.before?.revenue ?? 0] : []),
      ],
    })),
  };
}
