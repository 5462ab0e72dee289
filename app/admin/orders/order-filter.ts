import { Constants, type Enums } from '#app/lib/database.types.ts';
import { isRowId } from '#app/lib/row-id.ts';
import { pageOf } from '../kit/list/url-state.ts';
import { dayOf } from '../kit/shop-time.ts';

export const orderStatuses = Constants.public.Enums.order_status;
export const paymentStatuses = Constants.public.Enums.payment_status;
export const paymentMethods = Constants.public.Enums.payment_method;
export const orderSorts = ['newest', 'oldest', 'total-down', 'total-up', 'delivery', 'customer'] as const;

/** Which orders staff look at; all of it stands in the address. Days are the shops' days. */
export type OrderFilter = {
  search: string;
  /** Any of these; none of them means all. */
  statuses: Enums<'order_status'>[];
  payment: Enums<'payment_status'> | undefined;
  method: Enums<'payment_method'> | undefined;
  from: string;
  to: string;
  /** Id of a delivery slot, and a day of delivery; '' for all. */
  slot: string;
  slotDay: string;
  /** Id of a customer; '' for all. */
  customer: string;
  sort: (typeof orderSorts)[number];
  page: number;
};

/** Parameters that say which orders are listed and how; the others name one order or a page. */
const filtering = [
  ...['search', 'status', 'payment', 'method', 'from', 'to', 'slot', 'slotDay', 'customer', 'sort'],
] as const;

const found = <Value extends string>(values: readonly Value[], text: string | null) =>
  values.find((value) => value === text);

const idOf = (text: string | null) => (text && isRowId(text) ? text : '');

/** The filter that an address asks for; what makes no sense in it counts as not said. */
export function orderFilter(query: URLSearchParams): OrderFilter {
  const statuses = query.getAll('status').flatMap((text) => text.split(','));
  return {
    search: (query.get('search') ?? '').trim().slice(0, 200),
    statuses: orderStatuses.filter((status) => statuses.includes(status)),
    payment: found(paymentStatuses, query.get('payment')),
    method: found(paymentMethods, query.get('method')),
    from: dayOf(query.get('from')),
    to: dayOf(query.get('to')),
    slot: idOf(query.get('slot')),
    slotDay: dayOf(query.get('slotDay')),
    customer: idOf(query.get('customer')),
    sort: found(orderSorts, query.get('sort')) ?? 'newest',
    page: pageOf(query),
  };
}

/** What an address need not say. */
const plain: Partial<Record<(typeof filtering)[number], string>> = { sort: 'newest' };

/** What a view of the list keeps of an address: filters and order, in a fixed order, without empty ones. */
export function viewOf(query: URLSearchParams): string {
  const kept = new URLSearchParams();
  for (const name of filtering) {
    const values = query.getAll(name).filter((value) => value && value !== plain[name]);
    if (values.length > 0) kept.set(name, values.join(','));
  }
  return kept.toString();
}

/** Whether a filter leaves orders out. */
export function isFiltered(query: URLSearchParams): boolean {
  return filtering.some((name) => name !== 'sort' && Boolean(query.get(name)));
}

/** The address of an order, from which its list can be come back to. */
export function orderAddress(query: URLSearchParams, id: string): string {
  const changed = new URLSearchParams(query);
  changed.set('order', id);
  changed.delete('print');
  return `?${changed}`;
}

/** The address of the list that an order was opened from. */
export function listAddress(query: URLSearchParams): string {
  const changed = new URLSearchParams(query);
  changed.delete('order');
  changed.delete('print');
  return changed.size > 0 ? `?${changed}` : '?';
}
