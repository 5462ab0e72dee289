import { type ReactNode, useId } from 'react';
import { useShoppingLook } from '#app/lib/shopping-look.ts';
import { classes } from '#app/ui/classes.ts';

interface AccountSectionProps {
  title: string;
  lead?: ReactNode;
  children: ReactNode;
}

/** A titled section of the account page. */
export function AccountSection({ title, lead, children }: AccountSectionProps) {
  const id = useId();
  const { account: layout } = useShoppingLook();
  return (
    <section aria-labelledby={id} className={classes('grid gap-5', layout.section)}>
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
