import type { CarrierProblem } from './carrier.ts';

/** The most cash that Bosta collects for a shipment, in pounds. */
export const BOSTA_MOST_CASH = 30_000;

const refused = (reason: string): CarrierProblem => ({ code: 'carrier_refused', reason });

/**
 * What Bosta's documented error codes are here: https://docs.bosta.co/docs/how-to/create-your-first-delivery and
 * https://docs.bosta.co/docs/how-to/create-your-first-pickup. Whether a code may come at all is Bosta's affair: one that is not here
 * is shown as Bosta says it.
 */
const problems: Readonly<Record<number, CarrierProblem>> = {
  1028: refused('key'),
  1077: refused('pickup_contact'),
  1078: refused('pickup_booked'),
  1080: refused('pickup_friday'),
  1081: refused('pickup_too_late'),
  1083: refused('pickup_past'),
  2022: refused('pickup_holiday'),
  2024: refused('pickup_booked'),
  2025: refused('pickup_booked'),
  2026: refused('pickup_booked'),
  2027: refused('pickup_booked'),
  3001: { code: 'carrier_unknown_district' },
  3002: { code: 'carrier_unknown_district' },
  3003: { code: 'carrier_unknown_district' },
  3007: { code: 'carrier_too_much_cash', amount: BOSTA_MOST_CASH },
};

/** Why Bosta refuses something, by the code of its error and the city that was asked about; undefined for an unknown code. */
export function bostaProblem(errorCode: number | null | undefined, city = ''): CarrierProblem | undefined {
  const problem = problems[errorCode ?? 0];
  return problem?.code === 'carrier_unknown_district' ? { ...problem, city } : problem;
}
