import { useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { governorates } from '#app/addresses/governorates.ts';
import { pageLanguage } from '#app/i18n/page-language.ts';
import { adminZonesTexts } from '#app/i18n/texts/admin-zones.ts';
import { governoratesTexts } from '#app/i18n/texts/governorates.ts';
import { Checkbox } from '#app/ui/choice.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import type { StoredZone, ZoneForm } from './zone-form.ts';
import type { DistrictRow } from './zones-data.ts';

type ZonePlacesProps = {
  districts: readonly DistrictRow[];
  /** The store's other zones, whose places are taken. */
  others: readonly StoredZone[];
};

const folded = (text: string) => text.toLocaleLowerCase().normalize('NFKD').replace(/\p{M}/gu, '');

/** Selects the places of a zone: governorates with their districts, searchable by name in either script. */
export function ZonePlaces({ districts, others }: ZonePlacesProps) {
  const t = adminZonesTexts();
  const tPlaces = governoratesTexts();
  const { setValue, control } = useFormContext<ZoneForm>();
  const places = useWatch({ control, name: 'places' });
  const [search, setSearch] = useState('');
  const wanted = folded(search.trim());
  const nameOf = (district: DistrictRow) => (pageLanguage() === 'ar' ? district.name_ar : district.name);
  const owners = new Map(
    others.flatMap((zone) => (zone.is_active ? zone.places.map((place) => [place, zone.name] as const) : [])),
  );
  const place = (id: string, label: string) => {
    const owner = owners.get(id);
    return (
      <Checkbox
        key={id}
        label={owner ? t('placeIn', { place: label, zone: owner }) : label}
        checked={places.includes(id)}
        disabled={owner !== undefined && !places.includes(id)}
        onChange={({ target: { checked } }) =>
          setValue('places', checked ? [...places, id] : places.filter((other) => other !== id), {
            shouldDirty: true,
          })
        }
      />
    );
  };
  const tree = governorates
    .map((governorate) => {
      const own = districts.filter((district) => district.governorate === governorate);
      const label = tPlaces(governorate);
      const isWanted = folded(`${label} ${governorate}`).includes(wanted);
      const found = own.filter(
        ({ name, name_ar }) => isWanted || folded(`${name} ${name_ar}`).includes(wanted),
      );
      return {
        governorate,
        label,
        found,
        isWanted,
        chosen: own.filter(({ id }) => places.includes(id)).length,
      };
    })
    .filter(({ isWanted, found }) => isWanted || found.length > 0)
    .toSorted((one, other) => one.label.localeCompare(other.label, pageLanguage()));
  return (
    <fieldset className="grid min-w-0 gap-3">
      <legend className="mb-1 font-medium text-sm">{t('places')}</legend>
      <TextField
        label={t('searchPlaces')}
        type="search"
        hint={t('placesHint')}
        value={search}
        onChange={({ target }) => setSearch(target.value)}
      />
      {tree.length === 0 ? <p className="text-ink-soft text-sm">{t('noPlace')}</p> : null}
      <ul className="grid max-h-80 overflow-y-auto rounded-field border px-3">
        {tree.map(({ governorate, label, found, isWanted, chosen }) => (
          <li key={governorate}>
            {place(governorate, label)}
            {found.length > 0 ? (
              // Search results are expanded; all others expand by hand.
              <details
                key={String(wanted !== '' && !isWanted)}
                open={wanted !== '' && !isWanted}
                className="ms-9 pb-2"
              >
                <summary className="min-h-6 cursor-pointer text-ink-soft text-sm">
                  {t('districtsOf', { place: label, count: chosen })}
                </summary>
                <div className="grid sm:grid-cols-2">
                  {found.map((district) => place(district.id, nameOf(district)))}
                </div>
              </details>
            ) : null}
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
