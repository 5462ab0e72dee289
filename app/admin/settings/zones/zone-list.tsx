import { useMemo } from 'react';
import { isGovernorate } from '#app/addresses/governorates.ts';
import { useBrand } from '#app/brands/use-brand.ts';
import { formatParts } from '#app/i18n/format.ts';
import { pageLanguage } from '#app/i18n/page-language.ts';
import { adminTexts } from '#app/i18n/texts/admin.ts';
import { adminZonesTexts } from '#app/i18n/texts/admin-zones.ts';
import { governoratesTexts } from '#app/i18n/texts/governorates.ts';
import { formatPounds } from '#app/lib/money.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { Badge } from '#app/ui/badge.tsx';
import { CopyLink } from '../../copy-to-stores/copy-link.tsx';
import { useCarriers } from '../../orders/data/use-carriers.ts';
import { errorMessage } from '../../ui/error-message.ts';
import { columnsOf } from '../../ui/list/features.ts';
import { CheckboxInput, SelectInput, TextInput, TranslatedInput } from '../../ui/resource/inputs.tsx';
import type { Resource } from '../../ui/resource/resource.ts';
import { ResourceList } from '../../ui/resource/resource-list.tsx';
import { addRow, saveRow } from '../../ui/resource/rows.ts';
import {
  type StoredZone,
  type ZoneForm,
  zoneColumns,
  zoneForm,
  zoneFormValues,
  zoneMethods,
  zoneTexts,
} from './zone-form.ts';
import { ZonePlaces } from './zone-places.tsx';
import { ZoneRates } from './zone-rates.tsx';
import { type DistrictRow, readZones } from './zones-data.ts';

const column = columnsOf<StoredZone>();

export type ZonesProps = { zones: StoredZone[]; districts: readonly DistrictRow[] };

/** Returns a function that names the places of a zone: the first ones, and the number of others. */
export function usePlaceNames(districts: readonly DistrictRow[]) {
  const t = adminZonesTexts();
  const tPlaces = governoratesTexts();
  return useMemo(() => {
    const byId = new Map(districts.map((district) => [district.id, district]));
    const nameOf = (place: string) => {
      if (isGovernorate(place)) return tPlaces(place);
      const district = byId.get(place);
      return (pageLanguage() === 'ar' ? district?.name_ar : district?.name) ?? place;
    };
    return (places: readonly string[], most = places.length) => {
      const named = places.slice(0, most).map(nameOf);
      const more = places.length - named.length;
      return formatParts([...named, ...(more > 0 ? [t('morePlaces', { count: more })] : [])]);
    };
  }, [districts, t, tPlaces]);
}

/** The resource of the store's zones. */
export function useZones({ zones, districts }: ZonesProps): Resource<StoredZone, ZoneForm> {
  const t = adminZonesTexts();
  const tAdmin = adminTexts();
  const { currency } = useBrand();
  const carriers = useCarriers();
  const placeNames = usePlaceNames(districts);
  return useMemo(() => {
    const nameOf = ({ name }: StoredZone) => name;
    const feesOf = (zone: StoredZone) =>
      formatParts(
        zoneMethods.flatMap((method) => {
          const fees = zone.rates.filter((rate) => rate.method === method);
          if (fees.length === 0) return [];
          const least = Math.min(...fees.map(({ fee }) => fee));
          const fee = formatPounds(least, currency);
          return [`${t(`method_${method}`)}: ${fees.length > 1 ? t('feeFrom', { fee }) : fee}`];
        }),
      ) || t('notDelivered');
    return {
      list: 'zones',
      entity: 'zone',
      title: t('title'),
      nameOf,
      sort: 'name',
      add: t('add'),
      none: t('none'),
      noneWhy: t('noneWhy'),
      columns: column.columns([
        column.accessor('name', {
          header: t('name'),
          enableHiding: false,
          meta: { isMain: true, className: 'wrap-anywhere min-w-28 font-medium' },
        }),
        column.accessor(({ places }) => placeNames(places, 4), {
          id: 'places',
          header: t('places'),
          enableSorting: false,
          meta: { from: '2xl', className: 'w-full min-w-40 text-ink-soft' },
        }),
        column.accessor(feesOf, {
          id: 'fees',
          header: t('rates'),
          enableSorting: false,
          meta: { from: 'lg', className: 'min-w-40' },
        }),
        column.accessor(({ is_active }) => (is_active ? '' : t('off')), {
          id: 'state',
          header: t('state'),
          meta: { from: 'lg', className: 'whitespace-nowrap' },
          cell: ({ getValue }) => (getValue() ? <Badge>{getValue()}</Badge> : null),
        }),
      ]),
      form: {
        schema: zoneForm,
        values: zoneFormValues,
        translated: zoneTexts,
        labels: {
          name: t('name'),
          places: t('places'),
          rates: t('rates'),
          mostKilos: t('mostKilos'),
          carrier: t('carrier'),
          isActive: t('isActive'),
        },
        formatField: (field, value) => {
          if (field === 'places' && Array.isArray(value)) return placeNames(value.map(String));
          return field === 'rates' && Array.isArray(value)
            ? t('rateCount', { count: value.length })
            : undefined;
        },
        fields: (_form, { row }) => (
          <>
            <TranslatedInput name="name" />
            <ZonePlaces districts={districts} others={zones.filter(({ id }) => id !== row?.id)} />
            <ZoneRates />
            <div className="grid items-start gap-4 sm:grid-cols-2">
              <TextInput name="mostKilos" inputMode="decimal" hint={t('mostKilosHint')} />
              <SelectInput
                name="carrier"
                hint={t('carrierHint')}
                options={[
                  { value: '', label: t('anyCarrier') },
                  ...carriers.map(({ code, name }) => ({ value: code, label: name })),
                  ...(row?.carrier && !carriers.some(({ code }) => code === row.carrier)
                    ? [{ value: row.carrier, label: row.carrier }]
                    : []),
                ]}
              />
            </div>
            <CheckboxInput name="isActive" />
          </>
        ),
        write: (values, base) =>
          base
            ? saveRow('shipping_zones', base, zoneColumns(values, base), async (id) =>
                (await readZones()).find((zone) => zone.id === id),
              )
            : addRow('shipping_zones', { ...zoneColumns(values, null), tenant_id: pageTenant() }),
        title: (task) => (task.kind === 'edit' ? tAdmin('editOne', { name: task.row.name }) : t('addTitle')),
        save: () => t('save'),
        saved: ({ name }) => tAdmin('saved', { name }),
        failed: (error) => `${t('failed')}: ${errorMessage(error)}`,
      },
      switches: { table: 'shipping_zones', isActive: ({ is_active }) => is_active, failed: t('failed') },
      deletes: { table: 'shipping_zones', failed: t('deleteFailed') },
    };
  }, [t, tAdmin, currency, carriers, placeNames, zones, districts]);
}

/** The store's shipping zones, with add, edit, switch and delete. */
export function Zones(props: ZonesProps) {
  const t = adminZonesTexts();
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-2 border-t pt-6">
      <h2 className="font-semibold text-lg">{t('title')}</h2>
      <p className="text-ink-soft text-sm">{t('lead')}</p>
      {props.zones.length > 0 ? <CopyLink kind="zones" /> : null}
      <ResourceList resource={useZones(props)} rows={props.zones} />
    </section>
  );
}
