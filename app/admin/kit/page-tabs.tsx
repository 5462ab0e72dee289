import { startTransition, useState } from 'react';
import { type Tab, Tabs } from '#app/ui/tabs.tsx';
import { ChoiceField } from './list/choice-field.tsx';

type PageTabsProps = {
  label: string;
  tabs: (Tab & { label: string })[];
  /** The tab that the page is at. */
  value: string;
  /** Leads the page to another; settles once it is there, or stays. */
  onChange: (value: string) => void | Promise<void>;
};

/** Sets of this many tabs and more do not fit beside each other: where room is short they are chosen from a select. */
const many = { onPhones: 5, onTablets: 7 };

/**
 * The tabs of a page of the back office. The one that was chosen last is marked at once, so that whoever thinks again while
 * the page is on its way there can choose the one that it is still at.
 */
export function PageTabs({ onChange, ...set }: PageTabsProps) {
  const { label, tabs, value } = set;
  const [choice, setChoice] = useState<{ value: string } | null>(null);
  const choose = async (wanted: string) => {
    const made = { value: wanted };
    setChoice(made);
    await onChange(wanted);
    // Together with the page that came, which React may still be rendering.
    startTransition(() => setChoice((now) => (now === made ? null : now)));
  };
  const chosen = choice?.value ?? value;
  const props = { ...set, chosen, onChange: (wanted: string) => void choose(wanted) };
  if (tabs.length < many.onPhones) return <Tabs {...props} />;
  const wide = tabs.length >= many.onTablets;
  return (
    <div>
      <ChoiceField
        label={label}
        hideLabel
        value={chosen}
        options={tabs}
        onChange={(event) => props.onChange(event.currentTarget.value)}
        className={wide ? 'xl:hidden' : 'md:hidden'}
      />
      <Tabs {...props} listClassName={wide ? 'max-xl:hidden' : 'max-md:hidden'} />
    </div>
  );
}
