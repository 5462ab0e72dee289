import { type ReactNode, startTransition, useState } from 'react';
import { classes } from '#app/ui/classes.ts';
import { type Tab, Tabs } from '#app/ui/tabs.tsx';
import { ChoiceField } from './list/choices.tsx';
import { ListHead } from './list/list-head.tsx';

type PageTabsProps = {
  /** Page heading, in one line with its tabs where there is room; without it `label` names them. */
  title?: string;
  label?: string;
  tabs: (Tab & { label: string })[];
  /** The current tab. */
  value: string;
  /** Navigates to a tab; resolves when the navigation has ended. */
  onChange: (value: string) => void | Promise<void>;
};

/** Numbers of tabs that no longer fit in a row; a select replaces them. */
const collapseFrom = { onPhones: 5, onTablets: 7 };

/**
 * Tabs of a back office page. The chosen tab is marked immediately, so that any tab can be chosen while the
 * page still loads.
 */
export function PageTabs({ title, label = title ?? '', tabs, value, onChange }: PageTabsProps) {
  const [choice, setChoice] = useState<{ value: string } | null>(null);
  const choose = async (tab: string) => {
    const next = { value: tab };
    setChoice(next);
    await onChange(tab);
    // In a transition, so that it renders together with the loaded page.
    startTransition(() => setChoice((current) => (current === next ? null : current)));
  };
  const selected = choice?.value ?? value;
  const show = (tab: string) => void choose(tab);
  const wide = tabs.length >= collapseFrom.onTablets;
  const collapses = tabs.length >= collapseFrom.onPhones;
  return (
    <Tabs
      label={label}
      tabs={tabs}
      value={value}
      selected={selected}
      onChange={show}
      panelClassName="pt-2"
      listClassName={classes(
        'max-lg:grow',
        collapses && (wide ? 'flex-wrap max-xl:hidden max-2xl:*:px-2.5' : 'max-md:hidden'),
      )}
      head={(list) => (
        <Head title={title}>
          {collapses ? (
            <ChoiceField
              label={label}
              hideLabel
              value={selected}
              options={tabs}
              onChange={(event) => show(event.currentTarget.value)}
              className={classes('max-md:w-full', wide ? 'xl:hidden' : 'md:hidden')}
            />
          ) : null}
          {list}
        </Head>
      )}
    />
  );
}

function Head({ title, children }: { title: string | undefined; children: ReactNode }) {
  return title ? <ListHead title={title}>{children}</ListHead> : <div>{children}</div>;
}
