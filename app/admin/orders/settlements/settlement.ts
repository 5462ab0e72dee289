import { toPiastres } from '#app/lib/money.ts';
import { amountText } from '../../ui/edit/field-schemas.ts';

/** A delivered shipment whose cash its carrier holds; amounts in pounds. */
export type CashShipment = {
  id: string;
  number: number;
  carrier: string;
  carrier_name: string;
  carrier_owes: number;
  fee: number | null;
  delivered_at: string | null;
  orders: { id: string; number: string; customer_name: string };
};

/** A carrier with the shipments whose cash it holds; `owed` is in piastres. */
export type Carrier = { name: string; shipments: CashShipment[]; owed: number };

/** Returns the carriers that hold cash, most first. */
export function carriersOf(shipments: readonly CashShipment[]): Carrier[] {
  return [...Map.groupBy(shipments, ({ carrier_name }) => carrier_name)]
    .map(([name, own]) => ({
      name,
      shipments: own,
      owed: own.reduce((sum, { carrier_owes }) => sum + toPiastres(carrier_owes), 0),
    }))
    .toSorted((a, b) => b.owed - a.owed || a.name.localeCompare(b.name));
}

/** Input for a shipment in a settlement. */
export type TypedLine = { amount: string; fee: string };

/** Returns the default input for a shipment. */
export const typedLine = ({ carrier_owes, fee }: CashShipment): TypedLine => ({
  amount: String(carrier_owes),
  fee: fee === null ? '' : String(fee),
});

const amount = amountText(() => '', { optional: true });

/** Parses pounds; null when invalid, 0 when empty. */
function poundsOf(typed: string): number | null {
  const parsed = amount.safeParse(typed);
  return parsed.success ? Number(parsed.data) : null;
}

/** A settlement line; amounts in pounds. */
export type SettlementLine = { shipment_id: string; amount: number; fee: number };

/** Returns the lines of a settlement, or null when any amount is invalid. */
export function settlementLines(
  chosen: readonly CashShipment[],
  typed: Readonly<Record<string, TypedLine>>,
): SettlementLine[] | null {
  const lines = chosen.flatMap((shipment) => {
    const { amount: handedOver, fee } = typed[shipment.id] ?? typedLine(shipment);
    const [pounds, feePounds] = [poundsOf(handedOver), poundsOf(fee)];
    return pounds === null || feePounds === null
      ? []
      : [{ shipment_id: shipment.id, amount: pounds, fee: feePounds }];
  });
  return lines.length === chosen.length ? lines : null;
}

/** Returns the totals of a settlement, in piastres. */
export function settlementSums(lines: readonly SettlementLine[]): { amount: number; fee: number } {
  return {
    amount: lines.reduce((sum, line) => sum + toPiastres(line.amount), 0),
    fee: lines.reduce((sum, line) => sum + toPiastres(line.fee), 0),
  };
}
