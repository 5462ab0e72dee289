import { toPiastres } from '#app/lib/money.ts';
import { amountText } from '../../kit/edit/field-schemas.ts';

/** A delivered parcel whose cash is with its courier; amounts are pounds. */
export type CashParcel = {
  id: string;
  number: number;
  carrier: string;
  carrier_name: string;
  courier_owes: number;
  fee: number | null;
  delivered_at: string | null;
  orders: { id: string; number: string; customer_name: string };
};

/** A courier with the parcels whose cash they hold; `owed` is piastres. */
export type Courier = { name: string; parcels: CashParcel[]; owed: number };

/** Returns the couriers that hold cash, the one with the most first. */
export function couriersOf(parcels: readonly CashParcel[]): Courier[] {
  return [...Map.groupBy(parcels, ({ carrier_name }) => carrier_name)]
    .map(([name, own]) => ({
      name,
      parcels: own,
      owed: own.reduce((sum, { courier_owes }) => sum + toPiastres(courier_owes), 0),
    }))
    .toSorted((a, b) => b.owed - a.owed || a.name.localeCompare(b.name));
}

/** What was typed of a parcel in a settlement. */
export type TypedLine = { amount: string; fee: string };

/** Returns what a parcel is settled with unless something else is typed. */
export const typedLine = ({ courier_owes, fee }: CashParcel): TypedLine => ({
  amount: String(courier_owes),
  fee: fee === null ? '' : String(fee),
});

const amount = amountText(() => '', { optional: true });

/** Returns pounds, or null of what is no amount; nothing typed is 0. */
function poundsOf(typed: string): number | null {
  const parsed = amount.safeParse(typed);
  return parsed.success ? Number(parsed.data) : null;
}

/** A line of a settlement; amounts are pounds. */
export type SettlementLine = { shipment_id: string; amount: number; fee: number };

/** Returns the lines of a settlement, or null when something typed is no amount. */
export function settlementLines(
  chosen: readonly CashParcel[],
  typed: Readonly<Record<string, TypedLine>>,
): SettlementLine[] | null {
  const lines = chosen.flatMap((parcel) => {
    const { amount: handedOver, fee } = typed[parcel.id] ?? typedLine(parcel);
    const [pounds, feePounds] = [poundsOf(handedOver), poundsOf(fee)];
    return pounds === null || feePounds === null
      ? []
      : [{ shipment_id: parcel.id, amount: pounds, fee: feePounds }];
  });
  return lines.length === chosen.length ? lines : null;
}

/** Returns the sums of a settlement in piastres. */
export function settlementSums(lines: readonly SettlementLine[]): { amount: number; fee: number } {
  return {
    amount: lines.reduce((sum, line) => sum + toPiastres(line.amount), 0),
    fee: lines.reduce((sum, line) => sum + toPiastres(line.fee), 0),
  };
}
