import { type ReactNode, startTransition, useState } from 'react';
import { classes } from '#app/ui/classes.ts';
import { type Tab, Tabs } from '#app/ui/tabs.tsx';
import { ChoiceField } from './list/choices.tsx';
import { ListHead } from './list/list-head.tsx';

type PageTabsProps = {
  /** The heading of the page, in one line with its tabs where there is room; without one they are named by `label`. */
  title?: string;
  label?: string;
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
  const { title, label = title ?? '', tabs, value } = set;
  const [choice, setChoice] = useState<{ value: string } | null>(null);
  const choose = async (wanted: string) => {
    const made = { value: wanted };
    setChoice(made);
    await onChange(wanted);
    // Together with the page that came, which React may still be rendering.
    startTransition(() => setChoice((now) => (now === made ? null : now)));
  };
  const chosen = choice?.value ?? value;
  const show = (wanted: string) => void choose(wanted);
  const wide = tabs.length >= many.onTablets;
  const folds = tabs.length >= many.onPhones;
  return (
    <Tabs
      {...{ label, tabs, value, selected: chosen, onChange: show }}
      panelClassName="pt-2"
      listClassName={classes('max-lg:grow', folds && (wide ? 'max-xl:hidden' : 'max-md:hidden'))}
      head={(list) => (
        <Head title={title}>
          {folds ? (
            <ChoiceField
              label={label}
              hideLabel
              value={chosen}
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
