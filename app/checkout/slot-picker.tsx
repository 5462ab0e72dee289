import { formatDate, formatDateTime, formatWeekday } from '#app/i18n/format.ts';
import { checkoutTexts } from '#app/i18n/texts/checkout.ts';
import { RadioGroup } from '#app/ui/radio-group.tsx';
import { SelectField } from '#app/ui/select-field.tsx';
import type { OpenSlot } from './open-slots.ts';
import { chosenSlot, dayChosen, type SlotChoice, slotKeyOf } from './slot-choice.ts';

interface SlotPickerProps {
  slots: readonly OpenSlot[];
  choice: SlotChoice;
  onChoose: (choice: SlotChoice) => void;
}

/** Select a day, then one of its slots with remaining places and closing time. */
export function SlotPicker({ slots, choice, onChoose }: SlotPickerProps) {
  const t = checkoutTexts();
  const { day } = choice;
  const missing = chosenSlot(slots, choice) === 'missing';
  const days = [...new Set(slots.map((slot) => slot.day))];
  const times = slots.filter((slot) => slot.day === day);
  const dayOver = day !== '' && times.length === 0;
  const nameOf = (one: string) =>
    t('dayOf', { weekday: formatWeekday(new Date(`${one}T12:00:00Z`).getUTCDay()), date: formatDate(one) });
  const detailOf = ({ places, closesAt }: OpenSlot) => {
    const time = formatDateTime(closesAt);
    if (places === null) return t('orderBy', { time });
    return t('orderByWithPlaces', { places: t('placesLeft', { count: places }), time });
  };
  return (
    <div className="grid gap-4">
      <SelectField
        label={t('slotDay')}
        value={day}
        error={dayOver ? t('dayOver') : ''}
        onChange={(event) => onChoose(dayChosen(slots, event.target.value))}
      >
        <option value="">{t('anyDay')}</option>
        {dayOver ? (
          <option value={day} disabled>
            {nameOf(day)}
          </option>
        ) : null}
        {days.map((one) => (
          <option key={one} value={one}>
            {nameOf(one)}
          </option>
        ))}
      </SelectField>
      {times.length > 0 ? (
        <RadioGroup
          legend={t('slotTime')}
          name="slot"
          layout="columns"
          value={choice.key}
          onChange={(key) => onChoose({ day, key })}
          error={missing ? t('slotMissing') : ''}
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
