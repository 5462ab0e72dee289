import type { ReactNode } from 'react';
import { NeedsScript } from '#app/ui/needs-script.tsx';

/** The frame of the pages for signing in and up: one narrow column with a heading. */
export function AuthCard({
  title,
  lead,
  children,
  footer,
}: {
  title: string;
  lead?: string;
  children: ReactNode;
  footer?: ReactNode;
}) {
  return (
    <div className="mx-auto grid w-full max-w-md gap-8 px-gutter py-section">
      <div className="grid gap-2">
        <h1 className="font-display text-3xl">{title}</h1>
        {lead ? <p className="text-ink-soft">{lead}</p> : null}
      </div>
      <NeedsScript />
      <div className="contents noscript:hidden">{children}</div>
      {footer ? <div className="grid gap-2 border-line border-t pt-6 text-ink-soft">{footer}</div> : null}
    </div>
  );
}
