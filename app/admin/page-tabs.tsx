import { type Tab, Tabs } from '#app/ui/tabs.tsx';
import { ChoiceField } from './table/choice-field.tsx';

type PageTabsProps = {
  label: string;
  tabs: (Tab & { label: string })[];
  value: string;
  onChange: (value: string) => void;
};

/** Sets of this many tabs and more do not fit beside each other: where room is short they are chosen from a select. */
const many = { onPhones: 5, onTablets: 7 };

/** The tabs of a page of the back office. */
export function PageTabs(props: PageTabsProps) {
  const { label, tabs, value, onChange } = props;
  if (tabs.length < many.onPhones) return <Tabs {...props} />;
  const wide = tabs.length >= many.onTablets;
  return (
    <div>
      <ChoiceField
        label={label}
        hideLabel
        value={value}
        options={tabs}
        onChange={(event) => onChange(event.currentTarget.value)}
        className={wide ? 'xl:hidden' : 'md:hidden'}
      />
      <Tabs {...props} listClassName={wide ? 'max-xl:hidden' : 'max-md:hidden'} />
    </div>
  );
}
