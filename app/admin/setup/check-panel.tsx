import { type ReactNode, useId } from 'react';
import { Button } from '#app/ui/button.tsx';

type CheckPanelProps = {
  title: string;
  why: string;
  action: string;
  check: { failure: string; busy: boolean; run: () => Promise<unknown> };
  /** The result, announced to screen readers. */
  children?: ReactNode;
};

/** A check that the user starts, with its result. */
export function CheckPanel({ title, why, action, check, children }: CheckPanelProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="grid grid-cols-[minmax(0,1fr)] gap-4 rounded-card border bg-surface p-4 md:p-6"
    >
      <div className="grid gap-1">
        <h2 id={id} className="text-lg">
          {title}
        </h2>
        <p className="max-w-prose text-ink-soft text-sm">{why}</p>
      </div>
      <Button
        variant="outline"
        className="justify-self-start"
        busy={check.busy}
        onClick={() => void check.run()}
      >
        {action}
      </Button>
      <div role="status" className="empty:hidden">
        {check.failure ? (
          <p className="wrap-anywhere rounded-card bg-danger-tint px-4 py-3 text-danger-text">
            {check.failure}
          </p>
        ) : (
          children
        )}
      </div>
    </section>
  );
}
