import { useState } from 'react';
import { formatList, formatParts } from '#app/i18n/format.ts';
import { adminRightsTexts } from '#app/i18n/texts/admin-rights.ts';
import type { Capability } from '#app/lib/database.constants.ts';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { SelectField } from '#app/ui/select-field.tsx';
import {
  capabilitiesByArea,
  capabilityName,
  ceilingText,
  highestCeiling,
  roleOfRight,
} from './right-names.ts';
import type { CeilingUnits, StaffRight, StaffRole } from './staff-roles-data.ts';

type WhoMayProps = {
  capabilities: Capability[];
  rights: StaffRight[];
  roles: StaffRole[];
  units: CeilingUnits;
};

/** Who may do a chosen thing in this store today, up to how much, and through which roles. */
export function WhoMay({ capabilities, rights, roles, units }: WhoMayProps) {
  const t = adminRightsTexts();
  const [capability, setCapability] = useState<Capability>('money.refund');
  const people = Map.groupBy(
    rights.filter((right) => right.capability === capability),
    ({ userId }) => userId,
  );
  return (
    <div className="grid max-w-2xl grid-cols-[minmax(0,1fr)] gap-4">
      <SelectField
        label={t('capability')}
        value={capability}
        onChange={(event) => setCapability(event.currentTarget.value as Capability)}
      >
        {capabilitiesByArea(capabilities).map((area) => (
          <optgroup key={area.area} label={area.name}>
            {area.capabilities.map((name) => (
              <option key={name} value={name}>
                {capabilityName(name)}
              </option>
            ))}
          </optgroup>
        ))}
      </SelectField>
      {people.size > 0 ? (
        <ul className="divide-y rounded-card border bg-surface" aria-live="polite">
          {Array.from(people, ([id, held]) => (
            <li key={id} className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 p-4">
              <bdi className="wrap-anywhere font-medium">{held[0]?.name || held[0]?.email || id}</bdi>
              <span className="text-ink-soft text-sm">
                {formatParts(
                  [
                    ceilingText(units, capability, highestCeiling(held)),
                    t('through', {
                      roles: formatList([...new Set(held.map((right) => roleOfRight(right, roles)))]),
                    }),
                  ].filter(Boolean),
                )}
              </span>
            </li>
          ))}
        </ul>
      ) : (
        <EmptyState title={t('nobodyMay')} />
      )}
    </div>
  );
}
