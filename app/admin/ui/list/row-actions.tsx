import type { LucideIcon } from 'lucide-react';
import { Button, LinkButton } from '#app/ui/button.tsx';

/** A row's action; `why` is the reason why it is disabled. */
type RowAction = { icon: LucideIcon; label: string; className?: string } & (
  | { run: () => void; busy?: boolean; why?: string }
  | { to: string; state?: unknown }
);

/** Icon buttons at the end of a row; on narrow pages two above each other. */
export function RowActions({ actions }: { actions: readonly RowAction[] }) {
  return (
    <div
      data-actions
      className="flex justify-end @max-lg:grid @max-lg:grid-flow-col @max-lg:grid-rows-[auto_auto]"
    >
      {actions.map((action) => {
        const { icon: Icon, label, className } = action;
        const buttonProps = { variant: 'quiet', size: 'icon', 'aria-label': label, className } as const;
        if ('to' in action) {
          return (
            <LinkButton key={label} {...buttonProps} title={label} to={action.to} state={action.state}>
              <Icon className="size-4" />
            </LinkButton>
          );
        }
        const { run, busy = false, why } = action;
        return (
          <Button
            key={label}
            {...buttonProps}
            title={why ?? label}
            busy={busy}
            disabled={why !== undefined}
            onClick={run}
          >
            {busy ? null : <Icon className="size-4" />}
          </Button>
        );
      })}
    </div>
  );
}
