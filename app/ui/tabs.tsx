import * as Radix from 'radix-ui/tabs';
import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import { pageDirection } from './page-direction.ts';

export type Tab = { value: string; label: ReactNode; content: ReactNode };

type TabsProps = {
  /** Name of the set of tabs. */
  label: string;
  tabs: Tab[];
  defaultValue?: string;
  value?: string;
  onChange?: (value: string) => void;
  listClassName?: string | undefined;
};

/** Panels of which one shows at a time; arrow keys move between tabs. */
export function Tabs({ label, tabs, defaultValue, value, onChange, listClassName }: TabsProps) {
  return (
    <Radix.Root
      defaultValue={defaultValue ?? tabs[0]?.value}
      value={value}
      onValueChange={onChange}
      dir={pageDirection()}
    >
      <Radix.List
        aria-label={label}
        className={classes('flex gap-1 overflow-x-auto border-b', listClassName)}
      >
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.value}
            value={tab.value}
            className="-mb-px min-h-11 whitespace-nowrap border-transparent border-b-2 px-4 font-medium text-ink-soft hover:text-ink data-[state=active]:border-focus data-[state=active]:text-ink max-sm:px-2.5 max-sm:text-sm"
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
