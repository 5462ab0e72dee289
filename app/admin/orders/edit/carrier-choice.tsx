import { adminCouriersTexts } from '#app/i18n/texts/admin-couriers.ts';
import { ChoiceField } from '../../kit/list/choices.tsx';
import type { CarrierAccount } from '../data/carrier-calls.ts';

type CarrierChoiceProps = {
  carriers: readonly CarrierAccount[];
  /** Code of a courier with an API; '' for any other, by hand. */
  value: string;
  onChange: (code: string) => void;
};

/** Chooses the courier that a parcel is registered with; nothing where the store has an account with none. */
export function CarrierChoice({ carriers, value, onChange }: CarrierChoiceProps) {
  const t = adminCouriersTexts();
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
