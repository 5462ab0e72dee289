import * as Radix from 'radix-ui/tabs';
import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import { SelectField } from './select-field.tsx';

export type Tab = { value: string; label: ReactNode; content: ReactNode };

type TabsProps = {
  /** Name of the set of tabs. */
  label: string;
  tabs: Tab[];
  defaultValue?: string;
  value?: string;
  onChange?: (value: string) => void;
};

/** Sets of this many tabs and more do not fit beside each other: they are chosen from a select where room is short. */
const many = { onPhones: 5, onTablets: 7 };

/** Panels of which one shows at a time; arrow keys move between tabs. */
export function Tabs({ label, tabs, defaultValue, value, onChange }: TabsProps) {
  const wide = tabs.length >= many.onTablets;
  const asSelect = onChange && tabs.length >= many.onPhones;
  return (
    <Radix.Root defaultValue={defaultValue ?? tabs[0]?.value} value={value} onValueChange={onChange}>
      {asSelect ? (
        <SelectField
          label={label}
          hideLabel
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
          className={wide ? 'xl:hidden' : 'md:hidden'}
        >
          {tabs.map((tab) => (
            <option key={tab.value} value={tab.value}>
              {tab.label}
            </option>
          ))}
        </SelectField>
      ) : null}
      <Radix.List
        aria-label={label}
        className={classes(
          'flex gap-1 overflow-x-auto border-b',
          asSelect && (wide ? 'max-xl:hidden' : 'max-md:hidden'),
        )}
      >
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.value}
            value={tab.value}
            className="-mb-px min-h-11 whitespace-nowrap border-transparent border-b-2 px-4 font-medium max-sm:px-2.5 max-sm:text-sm text-ink-soft hover:text-ink data-[state=active]:border-focus data-[state=active]:text-ink"
          >
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content key={tab.value} value={tab.value} className="pt-5">
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
