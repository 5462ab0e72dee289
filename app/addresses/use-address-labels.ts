import { isolatedRow } from '#app/i18n/isolated-row.ts';
import { governoratesTexts } from '#app/i18n/texts/governorates.ts';
import { ordersTexts } from '#app/i18n/texts/orders.ts';
import { isGovernorate } from './governorates.ts';
import { usualLabel } from './place-names.ts';

/** How an address is worded: floor and apartment, which are often bare numbers, the governorate, and parts in a row. */
export function useAddressLabels() {
  const t = ordersTexts();
  const tGovernorates = governoratesTexts();
  return {
    floor: (floor: string) => t('floor', { floor }),
    apartment: (apartment: string) => t('apartment', { apartment }),
    governorate: (name: string) => (isGovernorate(name) ? tGovernorates(name) : name),
    /** What a saved address is called: its label, usual ones in the reader's language, else whose it is. */
    named: ({ label, full_name: name }: { label: string; full_name: string }) => {
      const usual = usualLabel(label);
      return usual ? t(`label_${usual}`) : label || name;
    },
    // A street in one script would take the numbers of the part in the other with it.
    listed: (parts: readonly string[]) => isolatedRow(parts),
  };
}

export type AddressLabels = ReturnType<typeof useAddressLabels>;
