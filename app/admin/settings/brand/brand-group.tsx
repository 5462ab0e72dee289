import type { ReactNode } from 'react';

/** Returns the id of a group's heading. */
export const groupId = (name: string) => `brand-${name}`;

type BrandGroupProps = {
  name: string;
  title: string;
  lead?: string;
  children: ReactNode;
};

/** A titled group of the brand's fields, in two columns where there is room. */
export function BrandGroup({ name, title, lead, children }: BrandGroupProps) {
  return (
    <section aria-labelledby={groupId(name)} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="grid gap-1 border-b pb-2">
        <h2
          id={groupId(name)}
          tabIndex={-1}
          className="scroll-mt-24 font-semibold text-lg focus-visible:outline-none"
        >
          {title}
        </h2>
        {lead ? <p className="text-ink-soft text-sm">{lead}</p> : null}
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 sm:grid-cols-2">{children}</div>
    </section>
  );
}
