import * as Radix from 'radix-ui/tabs';
import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import { pageDirection } from './page-direction.ts';
import { scrollFocusIntoView } from './scroll-row.ts';

export type Tab = { value: string; label: ReactNode; content: ReactNode };

type TabsProps = {
  /** Accessible name of the tab list. */
  label: string;
  tabs: Tab[];
  defaultValue?: string;
  /** Controlled value: the tab whose panel is shown. */
  value?: string;
  /** The tab marked as selected while its panel still loads. */
  selected?: string;
  onChange?: (value: string) => void;
  listClassName?: string | undefined;
  panelClassName?: string;
  /** Wraps the tab list. */
  head?: (list: ReactNode) => ReactNode;
};

/** Tabs with arrow key navigation. */
export function Tabs({
  label,
  tabs,
  defaultValue,
  value,
  selected = value,
  onChange,
  listClassName,
  panelClassName = 'pt-5',
  head = (list) => list,
}: TabsProps) {
  const waits = selected !== value;
  // The visible panel belongs to the selected tab until that tab's own panel has loaded.
  const panelValue = (tab: string) => {
    if (tab === value) return selected ?? tab;
    return tab === selected ? (value ?? tab) : tab;
  };
  return (
    <Radix.Root
      defaultValue={defaultValue ?? tabs[0]?.value}
      value={selected}
      onValueChange={onChange}
      dir={pageDirection()}
    >
      {head(
        <Radix.List
          aria-label={label}
          onFocus={scrollFocusIntoView}
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
          value={panelValue(tab.value)}
          aria-busy={waits || undefined}
          className={panelClassName}
        >
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
