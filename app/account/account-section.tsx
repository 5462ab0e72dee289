import { type ReactNode, useId } from 'react';

interface AccountSectionProps {
  title: string;
  lead?: ReactNode;
  children: ReactNode;
}

/** One matter of the account page under its heading. */
export function AccountSection({ title, lead, children }: AccountSectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="stroked grid gap-5 rounded-card bg-surface p-5 sm:p-6">
      <div className="grid gap-1">
        <h2 id={id} className="text-heading">
          {title}
        </h2>
        {lead ? <p className="text-ink-soft">{lead}</p> : null}
      </div>
      {children}
    </section>
  );
}
