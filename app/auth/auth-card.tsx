import type { ReactNode } from 'react';
import { useBrand } from '#app/brands/use-brand.ts';
import { useShoppingLook } from '#app/lib/shopping-look.ts';
import { classes } from '#app/ui/classes.ts';
import { NeedsScript } from '#app/ui/needs-script.tsx';

type AuthCardProps = { title: string; lead?: string; children: ReactNode; footer?: ReactNode };

/** Frame of the sign-in and sign-up pages, laid out by the brand. */
export function AuthCard({ title, lead, children, footer }: AuthCardProps) {
  const { slogans } = useBrand().design.copy;
  const { auth: layout } = useShoppingLook();
  return (
    <div className={layout.page}>
      <div className={layout.head}>
        <div className="grid gap-2">
          <h1 className={layout.title}>{title}</h1>
          {lead ? <p className={layout.lead}>{lead}</p> : null}
        </div>
        <ul className={layout.slogans}>
          {slogans.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </div>
      <div className={classes('grid gap-7', layout.body)}>
        <NeedsScript />
        <div className="contents noscript:hidden">{children}</div>
        {footer ? <div className={classes('grid gap-2 text-ink-soft', layout.foot)}>{footer}</div> : null}
      </div>
    </div>
  );
}
