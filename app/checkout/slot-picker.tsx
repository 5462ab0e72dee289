import { useState } from 'react';
import { formatDate, formatDateTime, formatWeekday } from '#app/lib/dates.ts';
import { checkoutWords } from '#app/messages/en/checkout.ts';
import { useWords } from '#app/messages/use-words.ts';
import { RadioGroup } from '#app/ui/radio-group.tsx';
import { SelectField } from '#app/ui/select-field.tsx';
import type { OpenSlot } from './use-checkout-data.ts';

interface SlotPickerProps {
  slots: readonly OpenSlot[];
  /** `{slot id} {day}`, '' for any time. */
  slotKey: string;
  onSlot: (key: string) => void;
}

/** The key of a delivery time on a day. */
export const slotKeyOf = (slot: OpenSlot) => `${slot.id} ${slot.day}`;

/** A day first, then one of its times, each with the places left and until when it can be ordered. */
export function SlotPicker({ slots, slotKey, onSlot }: SlotPickerProps) {
  const t = useWords(checkoutWords);
  const chosen = slots.find((slot) => slotKeyOf(slot) === slotKey);
  const [openDay, setOpenDay] = useState('');
  const day = chosen?.day ?? openDay;
  const days = [...new Set(slots.map((slot) => slot.day))];
  const times = slots.filter((slot) => slot.day === day);
  const choose = (next: string) => {
    setOpenDay(next);
    const only = slots.filter((slot) => slot.day === next);
    onSlot(only[0] ? slotKeyOf(only[0]) : '');
  };
  const detailOf = ({ places, closesAt }: OpenSlot) => {
    const time = formatDateTime(closesAt);
    if (places === null) return t('orderBy', { time });
    return t('orderByWithPlaces', { places: t('placesLeft', { count: places }), time });
  };
  return (
    <div className="grid gap-4">
      <SelectField label={t('slotDay')} value={day} onChange={(event) => choose(event.target.value)}>
        <option value="">{t('anyDay')}</option>
        {days.map((one) => (
          <option key={one} value={one}>
            {formatWeekday(new Date(`${one}T12:00:00Z`).getUTCDay())}, {formatDate(one)}
          </option>
        ))}
      </SelectField>
      {times.length > 0 ? (
        <RadioGroup
          legend={t('slotTime')}
          name="slot"
          layout="columns"
          value={slotKey}
          onChange={onSlot}
          options={times.map((slot) => ({
            value: slotKeyOf(slot),
            label: t('slotHours', { from: slot.from.slice(0, 5), to: slot.to.slice(0, 5) }),
            detail: detailOf(slot),
          }))}
        />
      ) : null}
    </div>
  );
}
