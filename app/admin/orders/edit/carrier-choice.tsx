import { adminCarriersTexts } from '#app/i18n/texts/admin-carriers.ts';
import { ChoiceField } from '../../ui/list/choices.tsx';
import type { CarrierAccount } from '../data/carrier-calls.ts';

type CarrierChoiceProps = {
  carriers: readonly CarrierAccount[];
  /** Code of a carrier with an API; '' for any other, entered by hand. */
  value: string;
  onChange: (code: string) => void;
};

/** Chooses the carrier to register a shipment with; renders nothing if the store has no carrier account. */
export function CarrierChoice({ carriers, value, onChange }: CarrierChoiceProps) {
  const t = adminCarriersTexts();
  if (carriers.length === 0) return null;
  return (
    <ChoiceField
      label={t('registerWith')}
      hint={value ? t('registerHint') : undefined}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      options={[
        { value: '', label: t('byHand') },
        ...carriers.map(({ code, name }) => ({ value: code, label: name })),
      ]}
    />
  );
}
