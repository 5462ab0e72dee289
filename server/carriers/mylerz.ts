import { z } from 'zod';
import { callCarrier, readAnswer, refusedWith } from './call-carrier.ts';
import {
  type Carrier,
  CarrierSilence,
  localPhone,
  type MadeShipment,
  type NewShipment,
  type ReadShipment,
} from './carrier.ts';

export interface MylerzAccount {
  username: string;
  password: string;
  apiUrl: string;
  /** Pick-up warehouse; defaults to the account's. */
  warehouse?: string | undefined;
  /** In milliseconds. */
  timeout?: number;
}

/** Mylerz's documented states as ours (docs/decisions/carriers.md); any other state waits for a person. */
const states: Readonly<Record<string, ReadShipment['state']>> = {
  New: 'none',
  'Delivered, Thank you :-)': 'delivered',
  'Rejected - reason to be mentioned': 'returning',
};

/** Our state for Mylerz's status text. */
export const mylerzState = (status: string): ReadShipment['state'] => states[status.trim()] ?? 'unknown';

const envelope = z.looseObject({
  Value: z.unknown(),
  IsErrorState: z.boolean(),
  ErrorDescription: z.string().nullish(),
});
const barcode = z.coerce.string().min(1);
const token = z.looseObject({ access_token: z.string(), expires_in: z.coerce.number().nullish() });
const added = z.looseObject({
  PickupOrderCode: z.string().nullish(),
  ErrorMessage: z.string().nullish(),
  Packages: z
    .array(z.looseObject({ BarCode: barcode.nullish(), ErrorMessage: z.string().nullish() }))
    .nullish(),
});
const tracked = z.array(
  z.looseObject({
    Barcode: barcode.nullish(),
    RefNumber: z.string().nullish(),
    ReferenceNumber: z.string().nullish(),
  }),
);
const statuses = z.array(
  z.looseObject({
    BarCode: barcode.nullish(),
    Status: z.string().nullish(),
    StatusDate: z.string().nullish(),
    ErrorMessage: z.string().nullish(),
  }),
);
const cancelled = z.array(
  z.looseObject({ Barcode: barcode.nullish(), IsChanged: z.boolean(), ErrorMessage: z.string().nullish() }),
);
const area = z.looseObject({
  Code: z.coerce.string().min(1),
  EnName: z.string().nullish(),
  ArName: z.string().nullish(),
});
const cities = z.array(z.looseObject({ ...area.shape, Zones: z.array(area).nullish() }));

/** The address below district level, in one line for the driver: Mylerz documents no separate fields. */
const streetOf = ({ street, building, floor, apartment, city }: NewShipment['address']): string =>
  [street, building && `عمارة ${building}`, floor && `دور ${floor}`, apartment && `شقة ${apartment}`, city]
    .filter(Boolean)
    .join('، ');

/** Fallback lifetime of a login in seconds; Mylerz documents none. */
const TOKEN_LIFE = 3600;

/** Mylerz's integration API: https://integration.mylerz.net/Help. */
export function mylerz({ username, password, apiUrl, warehouse, timeout = 20_000 }: MylerzAccount): Carrier {
  let login: { token: string; until: number } | undefined;

  async function tokenFor(): Promise<string> {
    if (login && login.until > Date.now()) return login.token;
    const form = new URLSearchParams({ grant_type: 'password', username, password });
    const { status, json } = await callCarrier(`${apiUrl}/token`, { method: 'POST', body: form, timeout });
    if (status >= 400) throw refusedWith('The user name or the password is wrong.');
    const { access_token, expires_in } = readAnswer(token, json);
    login = { token: access_token, until: Date.now() + ((expires_in ?? TOKEN_LIFE) - 60) * 1000 };
    return access_token;
  }

  async function ask(method: 'GET' | 'POST', path: string, body?: unknown, again = true): Promise<unknown> {
    const { status, json } = await callCarrier(`${apiUrl}${path}`, {
      method,
      timeout,
      headers: { authorization: `bearer ${await tokenFor()}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (status === 401 && again) {
      login = undefined;
      return ask(method, path, body, false);
    }
    const answer = envelope.safeParse(json);
    if (status >= 400 || answer.data?.IsErrorState)
      throw refusedWith(answer.data?.ErrorDescription ?? `HTTP ${status}`);
    return readAnswer(envelope, json).Value;
  }

  function orderOf(shipment: NewShipment): object {
    const { address, district } = shipment;
    return {
      ...(warehouse ? { WarehouseName: warehouse } : {}),
      PickupDueDate: new Date(Date.now() + 24 * 3600 * 1000).toISOString(),
      Package_Serial: 1,
      Reference: shipment.reference,
      Description: `${shipment.name}: ${shipment.description}`.slice(0, 500),
      ...(shipment.grams === null ? {} : { Total_Weight: shipment.grams / 1000 }),
      Service_Type: 'DTD',
      Service: 'ND',
      Service_Category: 'DELIVERY',
      Payment_Type: shipment.cash > 0 ? 'COD' : 'PP',
      COD_Value: (shipment.cash / 100).toFixed(2),
      ValueOfGoods: shipment.worth / 100,
      Currency: 'EGP',
      Pieces: [{ PieceNo: 1 }],
      Customer_Name: address.full_name,
      Mobile_No: localPhone(address.phone),
      ...(shipment.email ? { Customer_Email: shipment.email } : {}),
      Country: 'Egypt',
      Neighborhood: district?.district_id,
      Street: streetOf(address).slice(0, 500),
      Address_Category: 'H',
      Special_Notes: [address.landmark, shipment.note].filter(Boolean).join(' – ').slice(0, 500),
    };
  }

  const madeShipment = (number: string, reference: string | null = null): MadeShipment => ({
    trackingNumber: number,
    trackingUrl: null,
    carrierReference: reference,
  });

  return {
    swaps: false,
    limits: { streetLetters: 1 },
    async areas() {
      const known = readAnswer(cities, await ask('GET', '/api/packages/GetCityZoneList'));
      return known.flatMap((city) =>
        (city.Zones ?? []).map((zone) => ({
          district_id: zone.Code,
          city_id: city.Code,
          city: city.EnName ?? city.Code,
          city_ar: city.ArName ?? '',
          district: zone.EnName ?? zone.Code,
          district_ar: zone.ArName ?? '',
          delivers: true,
        })),
      );
    },
    async create(shipment) {
      const answer = readAnswer(added, await ask('POST', '/api/Orders/AddOrders', [orderOf(shipment)]));
      const [own] = answer.Packages ?? [];
      const refused = own?.ErrorMessage ?? answer.ErrorMessage;
      if (refused) throw refusedWith(refused);
      if (!own?.BarCode) throw new CarrierSilence('no number');
      return madeShipment(own.BarCode, answer.PickupOrderCode ?? null);
    },
    async find({ reference }) {
      const asked = [{ ReferenceNumber: reference }];
      const shipments = readAnswer(tracked, await ask('POST', '/api/packages/TrackPackages', asked));
      const own = shipments.find(
        ({ RefNumber, ReferenceNumber }) => (RefNumber ?? ReferenceNumber) === reference,
      );
      return own?.Barcode ? madeShipment(own.Barcode) : null;
    },
    async cancel(trackingNumber) {
      const answer = readAnswer(
        cancelled,
        await ask('POST', '/api/packages/CancelPackage', [{ Barcode: trackingNumber }]),
      );
      const own = answer.find(({ Barcode }) => Barcode === trackingNumber);
      if (!own?.IsChanged) throw refusedWith(own?.ErrorMessage);
    },
    async read(trackingNumbers) {
      const rows = readAnswer(
        statuses,
        await ask('POST', '/api/packages/GetPackageListStatus', trackingNumbers),
      );
      return rows.flatMap(({ BarCode, Status, StatusDate, ErrorMessage }): ReadShipment[] => {
        if (!BarCode || !Status || !StatusDate || ErrorMessage) return [];
        return [
          {
            trackingNumber: BarCode,
            state: mylerzState(Status),
            word: Status.trim().slice(0, 100),
            note: '',
            // Mylerz's times have no offset; they are Cairo time.
            happenedAt: /(Z|[+-]\d\d:?\d\d)$/.test(StatusDate) ? StatusDate : `${StatusDate} Africa/Cairo`,
          },
        ];
      });
    },
    async labels(trackingNumbers) {
      const files: Uint8Array[] = [];
      for (const number of trackingNumbers) {
        const file = await ask('POST', '/api/packages/GetAWB', { Barcode: number });
        files.push(Buffer.from(readAnswer(z.string(), file), 'base64'));
      }
      return files;
    },
    // Mylerz collects reported shipments the next day without a booking.
    pickups: null,
    callbacks: null,
  };
}
