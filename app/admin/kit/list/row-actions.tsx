import type { LucideIcon } from 'lucide-react';
import { Button } from '#app/ui/button.tsx';

/** What can be done with one row; `why` says what keeps it from being done. */
type RowAction = {
  icon: LucideIcon;
  label: string;
  run: () => void;
  busy?: boolean;
  why?: string | undefined;
};

/** The icons at the end of a row. */
export function RowActions({ actions }: { actions: readonly RowAction[] }) {
  return (
    <div className="flex justify-end">
      {actions.map(({ icon: Icon, label, run, busy, why }) => (
        <Button
          key={label}
          variant="quiet"
          size="icon"
          aria-label={label}
          title={why ?? label}
          busy={busy ?? false}
          disabled={why !== undefined}
          onClick={run}
        >
          {busy ? null : <Icon className="size-4" />}
        </Button>
      ))}
    </div>
  );
}
