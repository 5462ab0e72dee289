import type { Enums } from '../../app/lib/database.types.ts';

type ShipmentState = Enums<'shipment_state'>;

/** A shipment to be made at a carrier. Amounts are piastres, weights grams. */
export interface NewShipment {
  /** Ours, of this one attempt: a carrier that has it makes no second shipment. */
  reference: string;
  /** What people call it: order and number of the shipment. */
  name: string;
  /** To collect at the door. */
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
  /** The carrier's district of the address; null where it is not known. */
  district: { district_id: string; city_id: string; city: string } | null;
}

/** A shipment that a carrier has. */
export interface MadeShipment {
  trackingNumber: string;
  /** Where customers follow it; null where the carrier has no such page. */
  trackingUrl: string | null;
  /** The carrier's own id. */
  carrierReference: string | null;
}

/** How a shipment stands at its carrier. */
export interface ReadShipment {
  trackingNumber: string;
  /** Our reference, where the carrier tells it. */
  reference?: string | undefined;
  /** The state here; `none` of a carrier's state that says nothing new, `unknown` of one that is not known here. */
  state: ShipmentState | 'none' | 'unknown';
  /** The carrier's own word. */
  word: string;
  note: string;
  /** As PostgreSQL reads it: with its offset or zone. */
  happenedAt: string;
  /** Piastres that were collected; undefined where the carrier does not say. */
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

/** Why a carrier does not take a shipment, as a code of the database's refusals and its parameters. */
export interface CarrierProblem {
  code: string;
  [parameter: string]: string | number;
}

/** The carrier said no: nothing was made or changed, and asking again would not help. */
export class CarrierRefusal extends Error {
  readonly problem: CarrierProblem;

  constructor(problem: CarrierProblem) {
    super(problem.code);
    this.problem = problem;
  }
}

/** The carrier did not answer, or nothing that can be read: what was asked for may have been done. */
export class CarrierSilence extends Error {}

/**
 * A carrier's API for one account. Every call throws CarrierRefusal or CarrierSilence. Carriers without an API need none: staff write
 * their numbers and states, which the database calls the carrier `manual`.
 */
export interface Carrier {
  /** What a shipment may have at most, and the fewest letters of a street; what the carrier does not say is left out. */
  limits: { cash?: number; grams?: number; streetLetters?: number };
  areas(): Promise<CarrierArea[]>;
  create(shipment: NewShipment): Promise<MadeShipment>;
  /** Looks up a shipment that may have been made. */
  find(shipment: NewShipment): Promise<MadeShipment | null>;
  cancel(trackingNumber: string): Promise<void>;
  /** Reads shipments as they stand now; those that the carrier does not have are left out. */
  read(trackingNumbers: readonly string[]): Promise<ReadShipment[]>;
  /** Labels as PDF files, of one or several shipments each. */
  labels(trackingNumbers: readonly string[]): Promise<Uint8Array[]>;
  /** Days that a pick-up can be booked for, and booking one; null where the carrier comes by itself. Returns its id. */
  pickups: { days(): Promise<string[]>; book(day: string, shipments: number): Promise<string> } | null;
  /** Its callbacks; null where it makes none, or its secret is not set. */
  callbacks: {
    isGenuine(authorization: string | undefined): boolean;
    /** The shipment that a callback is about; undefined when it is about none. */
    trackingNumberOf(body: unknown): string | undefined;
  } | null;
}

/** Why a carrier would not take a shipment, known without asking it; undefined when nothing speaks against it. */
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

/** An Egyptian mobile number as people in Egypt write it: 01012345678. */
export const localPhone = (phone: string): string =>
  `0${phone.replace(/\D/g, '').replace(/^(0020|20|0)/, '')}`;
