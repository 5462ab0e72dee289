import * as Radix from 'radix-ui/tabs';
import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import { pageDirection } from './page-direction.ts';
import { followFocus } from './scroll-row.ts';

export type Tab = { value: string; label: ReactNode; content: ReactNode };

type TabsProps = {
  /** Name of the set of tabs. */
  label: string;
  tabs: Tab[];
  defaultValue?: string;
  /** The tab whose panel shows, where a page decides about that. */
  value?: string;
  /** The tab that is marked meanwhile, where its panel is still on its way. */
  chosen?: string;
  onChange?: (value: string) => void;
  listClassName?: string | undefined;
  panelClassName?: string;
  /** What the list of tabs stands in. */
  head?: (list: ReactNode) => ReactNode;
};

/** Panels of which one shows at a time; arrow keys move between tabs. */
export function Tabs({
  label,
  tabs,
  defaultValue,
  value,
  chosen = value,
  onChange,
  listClassName,
  panelClassName = 'pt-5',
  head = (list) => list,
}: TabsProps) {
  const waits = chosen !== value;
  // The panel that shows belongs to the tab that is marked until that one's own comes.
  const ownerOf = (tab: string) => {
    if (tab === value) return chosen ?? tab;
    return tab === chosen ? (value ?? tab) : tab;
  };
  return (
    <Radix.Root
      defaultValue={defaultValue ?? tabs[0]?.value}
      value={chosen}
      onValueChange={onChange}
      dir={pageDirection()}
    >
      {head(
        <Radix.List
          aria-label={label}
          onFocus={followFocus}
          className={classes('flex gap-1 overflow-x-auto border-b', listClassName)}
        >
          {tabs.map((tab) => (
            <Radix.Trigger
              key={tab.value}
              value={tab.value}
              className="-mb-px min-h-11 whitespace-nowrap border-transparent border-b-2 px-4 font-medium text-ink-soft -outline-offset-4 hover:text-ink data-[state=active]:border-focus data-[state=active]:text-ink max-sm:px-2 max-sm:text-sm"
            >
              {tab.label}
            </Radix.Trigger>
          ))}
        </Radix.List>,
      )}
      {tabs.map((tab) => (
        <Radix.Content
          key={tab.value}
          value={ownerOf(tab.value)}
          aria-busy={waits || undefined}
          className={panelClassName}
        >
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
