import { governorates } from '#app/addresses/governorates.ts';
import { Constants, type Enums } from '#app/lib/database.types.ts';
import { isRowId } from '#app/lib/row-id.ts';
import { cleanPhone } from '#app/lib/typed-contacts.ts';
import { cleanSearch } from '#app/lib/typed-text.ts';
import { type Whose, whoseWork } from '../../ui/assignment/whose.ts';
import { mayBePartOfPhone, searchIn } from '../../ui/list/search-pattern.ts';
import { keysOf, type Sort, sortOf } from '../../ui/list/sort.ts';
import { oneOf, pageOf } from '../../ui/list/url-state.ts';
import { dayOf } from '../../ui/shop-time.ts';
import { type OrderQueue, orderQueues } from './queues.ts';

/** Printable sheets of orders: packing slips, shipment labels, and one pick list. */
export const printKinds = ['slip', 'label', 'pick'] as const;

export type PaperKind = (typeof printKinds)[number];

export const orderStatuses = Constants.public.Enums.order_status;
export const paymentStatuses = Constants.public.Enums.payment_status;
export const paymentMethods = Constants.public.Enums.payment_method;

/** Where orders come from; '' for all. */
const orderOrigins = ['', 'own', 'imported'] as const;

/** Sort keys of the list and their columns. */
export const orderSorts = {
  created: 'created_at',
  customer: 'customer_name',
  total: 'cost',
  status: 'status',
  payment: 'payment_method',
  delivery: 'slot_date',
} as const;
type OrderSort = keyof typeof orderSorts;

/** Queues are worked off oldest first; other lists show the newest first. */
export const defaultOrderSort = (queue: OrderQueue | undefined) => (queue ? 'created' : '-created');

/** Filter of the order list, stored in the URL. Days are in store time. */
export type OrderFilter = {
  search: string;
  /** A queue of work; undefined for all orders. */
  queue: OrderQueue | undefined;
  /** Any of these; empty for all. */
  statuses: Enums<'order_status'>[];
  payment: Enums<'payment_status'> | undefined;
  method: Enums<'payment_method'> | undefined;
  from: string;
  to: string;
  /** Id of a delivery slot, and a delivery day; '' for all. */
  slot: string;
  slotDay: string;
  /** Id of a customer; '' for all. */
  customer: string;
  governorate: Enums<'governorate'> | undefined;
  /** A phone number or a part of it, in any format; '' for all. */
  phone: string;
  /** Name of a carrier; '' for all. */
  carrier: string;
  whose: Whose;
  /** A tag, in any spelling; '' for all. */
  tag: string;
  origin: (typeof orderOrigins)[number];
  sort: Sort<OrderSort>;
  page: number;
};

/** URL parameters that filter the list. */
const filtering = [
  'search',
  'queue',
  'status',
  'payment',
  'method',
  'from',
  'to',
  'slot',
  'slotDay',
  'customer',
  'governorate',
  'phone',
  'carrier',
  'whose',
  'tag',
  'origin',
];

const oneOfOrUndefined = <Value extends string>(values: readonly Value[], text: string | null) =>
  values.find((value) => value === text);

/** The longest name of a carrier. */
const longestCarrier = 80;

/** Returns a typed phone number, or '' for a text that is none. */
function phoneOf(text: string | null): string {
  const phone = cleanPhone(text ?? '');
  return mayBePartOfPhone(phone) ? phone : '';
}

const idOf = (text: string | null) => (text && isRowId(text) ? text : '');

/** Parses the filter from a URL; invalid values are ignored. */
export function orderFilter(query: URLSearchParams): OrderFilter {
  const statuses = query.getAll('status').flatMap((text) => text.split(','));
  const queue = oneOfOrUndefined(orderQueues, query.get('queue'));
  return {
    search: searchIn(query),
    queue,
    statuses: orderStatuses.filter((status) => statuses.includes(status)),
    payment: oneOfOrUndefined(paymentStatuses, query.get('payment')),
    method: oneOfOrUndefined(paymentMethods, query.get('method')),
    from: dayOf(query.get('from')),
    to: dayOf(query.get('to')),
    slot: idOf(query.get('slot')),
    slotDay: dayOf(query.get('slotDay')),
    customer: idOf(query.get('customer')),
    governorate: oneOfOrUndefined(governorates, query.get('governorate')),
    phone: phoneOf(query.get('phone')),
    carrier: cleanSearch(query.get('carrier') ?? '', longestCarrier),
    whose: oneOf(whoseWork, query.get('whose')),
    tag: query.get('tag')?.trim().slice(0, 40) ?? '',
    origin: oneOf(orderOrigins, query.get('origin')),
    sort: sortOf(keysOf(orderSorts), defaultOrderSort(queue), query.get('sort')),
    page: pageOf(query),
  };
}

/** Returns whether a query filters the list. */
export function isFiltered(query: URLSearchParams): boolean {
  return filtering.some((name) => Boolean(query.get(name)));
}

/** URL parameters of the view of an opened order. */
const withinOrder = ['print', 'shipment', 'beside'];

/** Returns the address of an order, which keeps the list's query. */
export function orderAddress(query: URLSearchParams, id: string): string {
  const changed = new URLSearchParams(query);
  changed.set('order', id);
  for (const name of withinOrder) changed.delete(name);
  return `?${changed}`;
}

/** Returns the address of the list that an order was opened from. */
export function listAddress(query: URLSearchParams): string {
  const changed = new URLSearchParams(query);
  changed.delete('order');
  for (const name of withinOrder) changed.delete(name);
  return changed.size > 0 ? `?${changed}` : '?';
}
