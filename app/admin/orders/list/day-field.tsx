import { TextField } from '#app/ui/text-field.tsx';
import { useFollowed } from '../../kit/list/use-followed.ts';

type DayFieldProps = { label: string; name: string; value: string; onChange: (day: string) => void };

/** While a year is typed, a date control already holds a whole day of one of the first centuries. */
const unfinished = /^0/;

/** A day that narrows a list as soon as it is chosen, or typed to its end. */
export function DayField({ label, name, value, onChange }: DayFieldProps) {
  const field = useFollowed(value);
  return (
    <TextField
      ref={field}
      label={label}
      type="date"
      name={name}
      defaultValue={value}
      onChange={({ currentTarget: { value: day } }) => {
        if (!unfinished.test(day)) onChange(day);
      }}
    />
  );
}
