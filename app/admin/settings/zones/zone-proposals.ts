import type { Enums } from '#app/lib/database.types.ts';
import { translatedName } from '../../ui/edit/translated-texts.ts';
import { newRate, type StoredZone, type ZoneForm, zoneFormValues } from './zone-form.ts';

type Governorate = Enums<'governorate'>;

/** A proposed zone of Egypt: how much its standard fee exceeds the store's flat one, and its working days. */
type Proposal = {
  name: string;
  arabic: string;
  places: readonly Governorate[];
  surcharge: number;
  days: readonly [from: number, to: number];
  /** Proposes express delivery too. */
  express?: true;
};

/** Egypt in five zones, by distance. They contain every governorate. */
const egypt: readonly Proposal[] = [
  {
    name: 'Cairo and Giza',
    arabic: 'القاهرة والجيزة',
    places: ['Cairo', 'Giza'],
    surcharge: 0,
    days: [1, 2],
    express: true,
  },
  {
    name: 'Alexandria and the Delta',
    arabic: 'الإسكندرية والدلتا',
    places: [
      ...(['Alexandria', 'Beheira', 'Dakahlia', 'Damietta', 'Gharbia'] as const),
      ...(['Kafr El Sheikh', 'Monufia', 'Qalyubia', 'Sharqia'] as const),
    ],
    surcharge: 10,
    days: [2, 3],
  },
  {
    name: 'The Canal',
    arabic: 'مدن القناة',
    places: ['Ismailia', 'Port Said', 'Suez'],
    surcharge: 15,
    days: [2, 4],
  },
  {
    name: 'Upper Egypt',
    arabic: 'الصعيد',
    places: ['Aswan', 'Assiut', 'Beni Suef', 'Fayoum', 'Luxor', 'Minya', 'Qena', 'Sohag'],
    surcharge: 30,
    days: [3, 5],
  },
  {
    name: 'Frontier governorates',
    arabic: 'المحافظات الحدودية',
    places: ['Matrouh', 'New Valley', 'North Sinai', 'Red Sea', 'South Sinai'],
    surcharge: 50,
    days: [4, 7],
  },
];

const amountOf = (value: unknown): number => (typeof value === 'number' ? value : 0);

/**
 * Proposes zones for Egypt from the store's flat fees, which staff can change before saving. Places that
 * already have a zone are left out, and so are proposals without places.
 * @param shipping the settings column, in pounds
 */
export function proposedZones(
  shipping: Readonly<Record<string, unknown>>,
  zones: readonly Pick<StoredZone, 'places'>[],
): ZoneForm[] {
  const taken = new Set(zones.flatMap(({ places }) => places));
  const standard = amountOf(shipping.defaultShippingFee);
  return egypt.flatMap(({ name, arabic, places, surcharge, days: [from, to], express }) => {
    const free = places.filter((place) => !taken.has(place));
    if (free.length === 0) return [];
    const rates = [
      {
        ...newRate('standard'),
        fee: String(standard + surcharge),
        freeFrom: String(shipping.freeShippingThreshold ?? ''),
        daysFrom: String(from),
        daysTo: String(to),
      },
      ...(express
        ? [
            {
              ...newRate('express'),
              fee: String(amountOf(shipping.expressShippingFee)),
              daysFrom: '1',
              daysTo: '1',
            },
          ]
        : []),
    ];
    return [{ ...zoneFormValues(null), name, [translatedName('name', 'ar')]: arabic, places: free, rates }];
  });
}
