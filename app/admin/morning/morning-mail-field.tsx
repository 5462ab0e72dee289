import { adminMorningTexts } from '#app/i18n/texts/admin-morning.ts';
import { SelectField } from '#app/ui/select-field.tsx';
import { useChange } from '../ui/use-change.ts';
import { setMailHour } from './morning-data.ts';

/** The hours that the database takes. */
const hours = [4, 5, 6, 7, 8, 9, 10, 11, 12];

/** Shown the same in every language, as times are. */
const clock = (hour: number) => `${String(hour).padStart(2, '0')}:00`;

/** The hour of the user's morning mail, or none. Saves each choice. */
export function MorningMailField({ hour }: { hour: number | null }) {
  const t = adminMorningTexts();
  const { busy, change } = useChange();
  return (
    <SelectField
      label={t('mail')}
      hint={t('mailWhat')}
      value={hour === null ? '' : String(hour)}
      disabled={busy}
      className="max-w-prose"
      onChange={({ currentTarget: { value } }) => {
        const chosen = value === '' ? null : Number(value);
        void change({
          run: () => setMailHour(chosen),
          done: chosen === null ? t('mailStopped') : t('mailChosen', { hour: clock(chosen) }),
        });
      }}
    >
      <option value="">{t('mailOff')}</option>
      {hours.map((one) => (
        <option key={one} value={one}>
          {clock(one)}
        </option>
      ))}
    </SelectField>
  );
}
