import type { Enums } from '../../app/lib/database.types.ts';

type ShipmentState = Enums<'shipment_state'>;

/** A shipment to create at a carrier. Amounts are piastres, weights grams. */
export interface NewShipment {
  /** Our reference for this attempt: a carrier that already has it creates no second shipment. */
  reference: string;
  /** For people: order number and shipment number. */
  name: string;
  /** Cash to collect at the door. */
  cash: number;
  worth: number;
  grams: number | null;
  pieces: number;
  description: string;
  note: string;
  email: string;
  address: {
    full_name: string;
    phone: string;
    governorate: string;
    city: string;
    street: string;
    building: string;
    floor: string;
    apartment: string;
    landmark: string;
  };
  /** The carrier's district of the address; null if unknown. */
  district: { district_id: string; city_id: string; city: string } | null;
  /** Items to collect at the door in exchange; null if none. A carrier that does not swap ignores them. */
  collected: { pieces: number; description: string } | null;
}

/** A shipment created at a carrier. */
export interface MadeShipment {
  trackingNumber: string;
  /** Tracking page for customers; null if the carrier has none. */
  trackingUrl: string | null;
  /** The carrier's own id. */
  carrierReference: string | null;
}

/** A shipment's state at its carrier. */
export interface ReadShipment {
  trackingNumber: string;
  /** Our reference, if the carrier returns it. */
  reference?: string | undefined;
  /** `none`: the carrier's state carries no news. `unknown`: we do not know the carrier's state. */
  state: ShipmentState | 'none' | 'unknown';
  /** The state in the carrier's own words. */
  word: string;
  note: string;
  /** In a format PostgreSQL parses, with offset or zone. */
  happenedAt: string;
  /** Piastres collected; undefined if the carrier does not say. */
  cash?: number | undefined;
}

/** A carrier's district. */
interface CarrierArea {
  district_id: string;
  city_id: string;
  city: string;
  city_ar: string;
  district: string;
  district_ar: string;
  delivers: boolean;
}

/** Why a carrier does not take a shipment: one of the database's refusal codes, with parameters. */
export interface CarrierProblem {
  code: string;
  [parameter: string]: string | number;
}

/** The carrier rejected the request: nothing was created or changed, and repeating it would not help. */
export class CarrierRefusal extends Error {
  readonly problem: CarrierProblem;

  constructor(problem: CarrierProblem) {
    super(problem.code);
    this.problem = problem;
  }
}

/** The carrier did not answer, or not readably: the request may have succeeded. */
export class CarrierSilence extends Error {}

/**
 * A carrier's API for one account. Every call throws CarrierRefusal or CarrierSilence. Carriers without an
 * API need no implementation: staff enter their tracking numbers and states, and the database calls the
 * carrier `manual`.
 */
export interface Carrier {
  /** Whether it collects items at the door in exchange for those it delivers. */
  swaps: boolean;
  /** Maximum cash and weight of a shipment, minimum length of a street; omitted where the carrier documents none. */
  limits: { cash?: number; grams?: number; streetLetters?: number };
  areas(): Promise<CarrierArea[]>;
  create(shipment: NewShipment): Promise<MadeShipment>;
  /** Looks up a shipment that may already exist. */
  find(shipment: NewShipment): Promise<MadeShipment | null>;
  cancel(trackingNumber: string): Promise<void>;
  /** Returns the current state of shipments; omits those the carrier does not have. */
  read(trackingNumbers: readonly string[]): Promise<ReadShipment[]>;
  /** Labels as PDF files, each for one or more shipments. */
  labels(trackingNumbers: readonly string[]): Promise<Uint8Array[]>;
  /** Available days, and booking a pick-up, which returns its id; null if the carrier needs no booking. */
  pickups: { days(): Promise<string[]>; book(day: string, shipments: number): Promise<string> } | null;
  /** Null if the carrier sends no callbacks, or its secret is not set. */
  callbacks: {
    isGenuine(authorization: string | undefined): boolean;
    /** The shipment a callback refers to; undefined if it refers to none. */
    trackingNumberOf(body: unknown): string | undefined;
  } | null;
}

/** Why a carrier would reject a shipment, as far as we can tell without asking it. */
export function problemOf(
  { cash, grams, address, district }: NewShipment,
  { limits }: Pick<Carrier, 'limits'>,
): CarrierProblem | undefined {
  if (grams !== null && limits.grams !== undefined && grams > limits.grams)
    return { code: 'carrier_too_heavy', weight: grams / 1000, most: limits.grams / 1000 };
  if (limits.cash !== undefined && cash > limits.cash)
    return { code: 'carrier_too_much_cash', amount: limits.cash / 100 };
  const street = address.street.trim();
  if (!address.full_name.trim() || !address.phone.trim() || street.length < (limits.streetLetters ?? 1))
    return { code: 'carrier_bad_address' };
  if (!district) return { code: 'carrier_unknown_district', city: address.city };
  return undefined;
}

/** An Egyptian mobile number in local format: 01012345678. */
export const localPhone = (phone: string): string =>
  `0${phone.replace(/\D/g, '').replace(/^(0020|20|0)/, '')}`;
