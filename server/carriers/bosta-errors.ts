import type { CarrierProblem } from './carrier.ts';

/** The most cash Bosta collects for one shipment, in pounds. */
export const BOSTA_MOST_CASH = 30_000;

const refused = (reason: string): CarrierProblem => ({ code: 'carrier_refused', reason });

/**
 * Bosta's documented error codes: https://docs.bosta.co/docs/how-to/create-your-first-delivery and
 * https://docs.bosta.co/docs/how-to/create-your-first-pickup. Unknown codes are shown in Bosta's own words.
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

/** Why Bosta rejects a request, from its error code and the city in question; undefined for unknown codes. */
export function bostaProblem(errorCode: number | null | undefined, city = ''): CarrierProblem | undefined {
  const problem = problems[errorCode ?? 0];
  return problem?.code === 'carrier_unknown_district' ? { ...problem, city } : problem;
}
