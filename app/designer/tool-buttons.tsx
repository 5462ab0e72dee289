import type { LucideIcon } from 'lucide-react';
import { Button } from '#app/ui/button.tsx';
import { classes } from '#app/ui/classes.ts';

export interface Tool {
  readonly label: string;
  readonly icon: LucideIcon;
  /** Whether it would change nothing now. */
  readonly off: boolean;
  readonly act: () => void;
}

/** A row of icon buttons that say what they do. */
export function ToolButtons({ tools, small = false }: { tools: readonly Tool[]; small?: boolean }) {
  return (
    <div className="flex shrink-0">
      {tools.map(({ label, icon: Icon, off, act }) => (
        <Button
          key={label}
          variant="quiet"
          size="icon"
          aria-label={label}
          title={label}
          disabled={off}
          onClick={act}
          className={classes(small && 'text-inherit')}
        >
          <Icon className={small ? 'size-4' : 'size-5'} />
        </Button>
      ))}
    </div>
  );
}
