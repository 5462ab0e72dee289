import { ChevronDown } from 'lucide-react';
import { type ReactNode, useState } from 'react';

type FilterSectionProps = {
  title: string;
  /** Whether it starts unfolded; from then on the person decides. */
  open?: boolean;
  children: ReactNode;
};

/** A filter under its heading, folded or open; works without JavaScript. */
export function FilterSection({ title, open = false, children }: FilterSectionProps) {
  const [initially] = useState(open);
  return (
    <details open={initially} className="group/filter border-b py-1">
      <summary className="flex min-h-11 list-none items-center justify-between font-semibold [&::-webkit-details-marker]:hidden">
        {title}
        <ChevronDown
          aria-hidden="true"
          className="size-4 text-ink-soft transition-transform group-open/filter:rotate-180"
        />
      </summary>
      <fieldset className="pb-3">
        <legend className="sr-only">{title}</legend>
        {children}
      </fieldset>
    </details>
  );
}
