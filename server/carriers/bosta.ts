import { isSameSecret } from 'embedded-supabase';
import { z } from 'zod';
import { BOSTA_MOST_CASH, bostaProblem } from './bosta-errors.ts';
import { callCarrier, readAnswer, refusedWith } from './call-carrier.ts';
import {
  type Carrier,
  CarrierRefusal,
  localPhone,
  type MadeShipment,
  type NewShipment,
  type ReadShipment,
} from './carrier.ts';

/** Egypt's id in Bosta's list of countries. */
const EGYPT = '60e4482c7cb7d4bc4849c4d5';
const DELIVER = 10;
const EXCHANGE = 30;
/** Labels per PDF. */
const LABEL_CONCURRENCY = 50;

export interface BostaAccount {
  apiKey: string;
  /** Bearer token of Bosta's callbacks. */
  webhookSecret?: string | undefined;
  apiUrl: string;
  /** URL for callbacks; without it, Bosta makes none. */
  callbackUrl?: string | undefined;
  /** Pick-up location; defaults to the account's. */
  locationId?: string | undefined;
  /** In milliseconds. */
  timeout?: number;
}

/**
 * Bosta's states as ours (docs/decisions/carriers.md); `none` carries no news. States missing here wait for a
 * person: they belong to delivery types that are never made here, or only people can tell what they mean for
 * the shipment.
 */
const states: Readonly<Record<number, ReadShipment['state']>> = {
  10: 'none', // Pickup requested
  20: 'none', // Route assigned
  21: 'handed_over', // Picked up from business
  24: 'in_transit', // Received at warehouse
  30: 'in_transit', // In transit between hubs
  41: 'out_for_delivery', // Heading to the customer
  45: 'delivered',
  46: 'returned_to_sender', // Returned to business
  47: 'attempt_failed', // Exception
  100: 'lost',
  104: 'none', // Archived
};

/** For a shipment on its way back to the store, where these codes have other meanings. */
const statesOfReturns: Readonly<Record<number, ReadShipment['state']>> = {
  20: 'returning',
  24: 'returning',
  30: 'returning',
  41: 'returning',
  46: 'returned_to_sender',
  100: 'lost',
  104: 'none',
};

/** For an exchange: the new items are delivered once the old ones are collected, whose way back is no news of them. */
const statesOfExchanges: Readonly<Record<number, ReadShipment['state']>> = {
  ...states,
  23: 'delivered', // Picked up from consignee
  46: 'none',
};

/**
 * Our state for a Bosta state code; `kind` is `SEND`, `EXCHANGE`, or `RTO` for a shipment that is being returned.
 */
export function bostaState(code: number, kind: string): ReadShipment['state'] {
  if (/^rto$/i.test(kind)) return statesOfReturns[code] ?? 'unknown';
  return (/^exchange$/i.test(kind) ? statesOfExchanges : states)[code] ?? 'unknown';
}

const envelope = z.object({
  success: z.boolean().optional(),
  message: z.union([z.string(), z.looseObject({})]).nullish(),
  errorCode: z.coerce.number().nullish().catch(null),
  data: z.unknown().optional(),
});
const text = z.coerce.string().min(1);
const made = z.looseObject({ _id: z.string(), trackingNumber: text });
const found = z.looseObject({
  deliveries: z.array(z.looseObject({ ...made.shape, uniqueBusinessReference: z.string().nullish() })),
});
const amount = z.coerce.number().nonnegative();
const delivery = z.looseObject({
  trackingNumber: text,
  uniqueBusinessReference: z.string().nullish(),
  state: z.union([z.number(), z.looseObject({ code: z.number(), value: z.string().nullish() })]),
  type: z.union([z.string(), z.looseObject({ value: z.string() })]).nullish(),
  cod: amount.nullish(),
  exceptionReason: z.string().nullish(),
  numberOfAttempts: z.number().nullish(),
  updatedAt: z.iso.datetime({ offset: true }),
  timeline: z
    .array(
      z.looseObject({ code: z.number().nullish(), done: z.boolean().nullish(), date: z.string().nullish() }),
    )
    .nullish(),
});
const areas = z.array(
  z.looseObject({
    cityId: text,
    cityName: text,
    cityOtherName: z.string().nullish(),
    dropOffAvailability: z.boolean().nullish(),
    districts: z.array(
      z.looseObject({
        districtId: text,
        districtName: text,
        districtOtherName: z.string().nullish(),
        dropOffAvailability: z.boolean().nullish(),
      }),
    ),
  }),
);
const callback = z.looseObject({ trackingNumber: z.coerce.string().regex(/^[\w-]{1,40}$/) });

const trackingPage = (number: string) =>
  `https://bosta.co/en-eg/tracking-shipments?shipment-number=${encodeURIComponent(number)}`;
const madeShipment = ({ _id, trackingNumber }: z.output<typeof made>): MadeShipment => ({
  trackingNumber,
  trackingUrl: trackingPage(trackingNumber),
  carrierReference: _id,
});

/** Bosta's API, version 2: https://docs.bosta.co/api. */
export function bosta(account: BostaAccount): Carrier {
  const { apiKey, webhookSecret, apiUrl, callbackUrl, locationId, timeout = 20_000 } = account;

  async function ask(
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    body?: object,
    city?: string,
  ): Promise<unknown> {
    const { status, json } = await callCarrier(`${apiUrl}${path}`, {
      method,
      timeout,
      headers: { authorization: apiKey, 'content-type': 'application/json', accept: 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const answer = envelope.safeParse(json);
    if (status >= 400 || answer.data?.success === false) {
      const message = answer.data?.message;
      const known = bostaProblem(answer.data?.errorCode, city);
      if (known) throw new CarrierRefusal(known);
      throw refusedWith(typeof message === 'string' ? message : `HTTP ${status}`);
    }
    // Pick-up responses use `message` instead of `data`.
    return readAnswer(envelope, json).data ?? answer.data?.message;
  }

  function deliveryOf(shipment: NewShipment): object {
    const { address, district } = shipment;
    const [firstName = '', ...names] = address.full_name.trim().split(/\s+/);
    const secondLine = [address.landmark, address.city].filter(Boolean).join(', ');
    return {
      type: shipment.collected ? EXCHANGE : DELIVER,
      ...(shipment.collected
        ? {
            returnSpecs: {
              packageType: 'Shipment',
              packageDetails: {
                itemsCount: shipment.collected.pieces,
                description: shipment.collected.description,
              },
            },
          }
        : {}),
      specs: {
        packageType: 'Shipment',
        packageDetails: { itemsCount: shipment.pieces, description: shipment.description },
      },
      cod: shipment.cash / 100,
      goodsInfo: { amount: shipment.worth / 100 },
      notes: shipment.note.slice(0, 500),
      dropOffAddress: {
        city: district?.city,
        districtId: district?.district_id,
        firstLine: address.street,
        secondLine,
        buildingNumber: address.building,
        floor: address.floor,
        apartment: address.apartment,
      },
      receiver: {
        firstName,
        lastName: names.join(' '),
        phone: localPhone(address.phone),
        ...(shipment.email ? { email: shipment.email } : {}),
      },
      businessReference: shipment.name,
      uniqueBusinessReference: shipment.reference,
      ...(locationId ? { businessLocationId: locationId } : {}),
      ...(callbackUrl && webhookSecret
        ? { webhookUrl: callbackUrl, webhookCustomHeaders: { Authorization: `Bearer ${webhookSecret}` } }
        : {}),
    };
  }

  async function readOne(trackingNumber: string): Promise<ReadShipment[]> {
    const answer = await ask('GET', `/deliveries/business/${encodeURIComponent(trackingNumber)}`).catch(
      (error: unknown) => {
        if (error instanceof CarrierRefusal) return null;
        throw error;
      },
    );
    return answer === null ? [] : [readShipment(readAnswer(delivery, answer))];
  }

  return {
    swaps: true,
    limits: { cash: BOSTA_MOST_CASH * 100, streetLetters: 6 },
    async areas() {
      const cities = readAnswer(areas, await ask('GET', `/cities/getAllDistricts?countryId=${EGYPT}`));
      return cities.flatMap((city) =>
        city.districts.map((district) => ({
          district_id: district.districtId,
          city_id: city.cityId,
          city: city.cityName,
          city_ar: city.cityOtherName ?? '',
          district: district.districtName,
          district_ar: district.districtOtherName ?? '',
          delivers: city.dropOffAvailability !== false && district.dropOffAvailability !== false,
        })),
      );
    },
    async create(shipment) {
      const { city } = shipment.address;
      const answer = await ask('POST', '/deliveries?apiVersion=1', deliveryOf(shipment), city);
      return madeShipment(readAnswer(made, answer));
    },
    async find({ name, reference }) {
      const search = { businessReference: name, limit: 50, page: 1 };
      const { deliveries } = readAnswer(found, await ask('POST', '/deliveries/search', search));
      const own = deliveries.find(({ uniqueBusinessReference }) => uniqueBusinessReference === reference);
      return own ? madeShipment(own) : null;
    },
    async cancel(trackingNumber) {
      await ask('DELETE', `/deliveries/business/${encodeURIComponent(trackingNumber)}/terminate`);
    },
    async read(trackingNumbers) {
      const shipments: ReadShipment[] = [];
      for (const number of trackingNumbers) shipments.push(...(await readOne(number)));
      return shipments;
    },
    async labels(trackingNumbers) {
      const files: Uint8Array[] = [];
      for (let start = 0; start < trackingNumbers.length; start += LABEL_CONCURRENCY) {
        const numbers = trackingNumbers.slice(start, start + LABEL_CONCURRENCY).join(',');
        const asked = { trackingNumbers: numbers, requestedAwbType: 'A6', lang: 'ar' };
        files.push(Buffer.from(readAnswer(text, await ask('POST', '/deliveries/mass-awb', asked)), 'base64'));
      }
      return files;
    },
    pickups: {
      days: async () =>
        readAnswer(z.array(z.iso.date()), await ask('GET', '/pickups/available-dates?days=7')),
      async book(day, shipments) {
        const pickup = {
          scheduledDate: day,
          numberOfShipments: shipments,
          packageType: 'Normal',
          ...(locationId ? { businessLocationId: locationId } : {}),
        };
        return readAnswer(z.looseObject({ _id: z.string() }), await ask('POST', '/pickups', pickup))._id;
      },
    },
    callbacks: webhookSecret
      ? {
          isGenuine: (authorization) => isSameSecret(authorization ?? '', `Bearer ${webhookSecret}`),
          trackingNumberOf: (body) => callback.safeParse(body).data?.trackingNumber,
        }
      : null,
  };
}

function readShipment(read: z.output<typeof delivery>): ReadShipment {
  const code = typeof read.state === 'number' ? read.state : read.state.code;
  const kind = typeof read.type === 'string' ? read.type : (read.type?.value ?? 'SEND');
  const state = bostaState(code, kind);
  const named = typeof read.state === 'number' ? '' : (read.state.value ?? '');
  // Each failed attempt is an event of its own, although the state stays the same.
  const attempt = state === 'attempt_failed' ? `#${read.numberOfAttempts ?? 1}` : '';
  const reached = read.timeline?.findLast((step) => step.code === code && step.done && step.date)?.date;
  return {
    trackingNumber: read.trackingNumber,
    reference: read.uniqueBusinessReference ?? undefined,
    state,
    word: [code, named, /^send$/i.test(kind) ? '' : kind, attempt].filter(Boolean).join(' '),
    note: read.exceptionReason ?? '',
    happenedAt: reached ?? read.updatedAt,
    ...(state === 'delivered' && typeof read.cod === 'number' ? { cash: Math.round(read.cod * 100) } : {}),
  };
}
