import { isolatedRow } from '#app/i18n/isolated-row.ts';
import { governoratesTexts } from '#app/i18n/texts/governorates.ts';
import { ordersTexts } from '#app/i18n/texts/orders.ts';
import { isGovernorate } from './governorates.ts';
import { usualLabel } from './place-names.ts';

/** Formats parts of an address: floor and apartment (often bare numbers), the governorate, and rows of parts. */
export function useAddressLabels() {
  const t = ordersTexts();
  const tGovernorates = governoratesTexts();
  return {
    floor: (floor: string) => t('floor', { floor }),
    apartment: (apartment: string) => t('apartment', { apartment }),
    governorate: (name: string) => (isGovernorate(name) ? tGovernorates(name) : name),
    /** A saved address's name: its label (usual ones in the reader's language), else the person's name. */
    named: ({ label, full_name: name }: { label: string; full_name: string }) => {
      const usual = usualLabel(label);
      return usual ? t(`label_${usual}`) : label || name;
    },
    // Isolated, because a street in one script would pull in the numbers of a neighbor in the other.
    listed: (parts: readonly string[]) => isolatedRow(parts),
  };
}

export type AddressLabels = ReturnType<typeof useAddressLabels>;
