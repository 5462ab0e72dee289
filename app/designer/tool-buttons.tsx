import type { LucideIcon } from 'lucide-react';
import { Button } from '#app/ui/button.tsx';
import { classes } from '#app/ui/classes.ts';

interface Tool {
  readonly label: string;
  readonly icon: LucideIcon;
  /** The icon points back or forward, so it mirrors on right-to-left pages. */
  readonly turns?: boolean;
  /** Whether the tool would change nothing. */
  readonly disabled: boolean;
  readonly act: () => void;
}

/** A row of icon buttons with accessible names. */
export function ToolButtons({ tools, small = false }: { tools: readonly Tool[]; small?: boolean }) {
  return (
    <div className="flex shrink-0">
      {tools.map(({ label, icon: Icon, turns, disabled, act }) => (
        <Button
          key={label}
          variant="quiet"
          size="icon"
          aria-label={label}
          title={label}
          disabled={disabled}
          onClick={act}
          className={classes(small && 'text-inherit')}
        >
          <Icon className={classes(small ? 'size-4' : 'size-5', turns && 'rtl:-scale-x-100')} />
        </Button>
      ))}
    </div>
  );
}
