import { ChevronDown } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useRootData } from '#app/store/root-data.ts';
import { classes } from '#app/ui/classes.ts';

type FilterSectionProps = {
  title: string;
  /** Initially expanded. */
  open?: boolean;
  children: ReactNode;
};

/** A collapsible filter with its heading; works without JavaScript. */
export function FilterSection({ title, open = false, children }: FilterSectionProps) {
  const { listing: layout } = useRootData();
  const [initially] = useState(open && !layout.row);
  return (
    <details
      open={initially}
      name={layout.row ? 'filter' : undefined}
      className={classes('group/filter', layout.filter)}
    >
      <summary
        className={classes(
          'flex min-h-11 list-none items-center justify-between font-semibold [&::-webkit-details-marker]:hidden',
          layout.summary,
        )}
      >
        {title}
        <ChevronDown className="size-4 text-ink-soft transition-transform group-open/filter:rotate-180" />
      </summary>
      <fieldset className={layout.panel}>
        <legend className="sr-only">{title}</legend>
        {children}
      </fieldset>
    </details>
  );
}
