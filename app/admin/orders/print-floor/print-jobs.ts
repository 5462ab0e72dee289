import { arrivalIn, type PromisedDays } from '#app/shipping/arrival.ts';

/** An order with the lines that have a design. */
export type PrintOrder = PromisedDays & {
  id: string;
  tenant_id: string;
  number: string;
  created_at: string;
  slot_date: string | null;
  order_lines: {
    id: string;
    name: string;
    image: string | null;
    color: string | null;
    size: string | null;
    to_print: number;
  }[];
};

/** A line with prints to make; `due` is the last promised day as an ISO date, '' without one. */
export type PrintJob = {
  lineId: string;
  /** The order's store. */
  tenant_id: string;
  orderId: string;
  number: string;
  name: string;
  image: string | null;
  color: string | null;
  size: string | null;
  /** Number of prints left to make. */
  count: number;
  due: string;
};

/** Prints of the same garment, color and size. */
export type PrintGroup = {
  key: string;
  name: string;
  color: string;
  size: string;
  due: string;
  jobs: PrintJob[];
};

const comesFirst = (one: string, other: string): number => (one || '9999').localeCompare(other || '9999');

/** Returns the prints that orders wait for, earliest due first. */
export function printJobs(orders: readonly PrintOrder[]): PrintJob[] {
  return orders
    .flatMap((order) => {
      const promised = arrivalIn(order, order.created_at)?.until ?? '';
      return order.order_lines.map((line) => ({
        lineId: line.id,
        tenant_id: order.tenant_id,
        orderId: order.id,
        number: order.number,
        name: line.name,
        image: line.image,
        color: line.color,
        size: line.size,
        count: line.to_print,
        due: order.slot_date ?? promised,
      }));
    })
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => comesFirst(a.due, b.due) || a.number.localeCompare(b.number));
}

/** Groups prints by garment, color and size, the group with the earliest due day first. */
export function printGroups(jobs: readonly PrintJob[]): PrintGroup[] {
  const groups = Map.groupBy(jobs, ({ name, color, size }) => JSON.stringify([name, color, size]));
  return [...groups]
    .map(([key, own]) => {
      const [first] = own;
      return {
        key,
        name: first?.name ?? '',
        color: first?.color ?? '',
        size: first?.size ?? '',
        due: first?.due ?? '',
        jobs: own,
      };
    })
    .toSorted((a, b) => comesFirst(a.due, b.due) || a.name.localeCompare(b.name));
}

/** Returns whether a due day has passed; both as ISO dates. */
export const isLate = (due: string, today: string): boolean => due !== '' && due < today;

/** Returns the number of prints. */
export const printCount = (jobs: readonly Pick<PrintJob, 'count'>[]): number =>
  jobs.reduce((sum, { count }) => sum + count, 0);
