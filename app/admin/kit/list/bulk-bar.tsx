import { X } from 'lucide-react';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import adminMessages from '#app/i18n/messages/en/admin.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { Button } from '#app/ui/button.tsx';

type BulkBarProps = {
  selected: number;
  /** What goes on with them, instead of how many there are. */
  progress?: string | undefined;
  /** Rows that the whole list has; `onSelectAll` is offered when they are more than the chosen ones. */
  found?: number;
  onSelectAll?: () => void;
  busy?: boolean;
  onClear: () => void;
  /** What can be done with them. */
  children: ReactNode;
};

/** What can be done with the chosen rows; stays at the bottom of the window. Nothing without any. */
export function BulkBar(props: BulkBarProps) {
  const { selected, progress, found = 0, onSelectAll, busy = false, onClear, children } = props;
  const t = useTranslations('admin', adminMessages);
  const bar = useRef<HTMLElement>(null);
  const shown = selected > 0;
  // Toasts stand above it.
  useLayoutEffect(() => {
    if (!bar.current || !shown) return;
    const { style } = document.documentElement;
    const measured = new ResizeObserver(([entry]) => {
      const height = entry?.borderBoxSize[0]?.blockSize ?? 0;
      style.setProperty('--above-bar', `${Math.ceil(height) + 12}px`);
    });
    measured.observe(bar.current);
    return () => {
      measured.disconnect();
      style.removeProperty('--above-bar');
    };
  }, [shown]);
  if (!shown) return null;
  return (
    <section
      ref={bar}
      data-bottom-bar
      aria-label={t('selection')}
      aria-busy={busy}
      className="stroked sticky bottom-3 z-10 flex flex-wrap items-center gap-2 rounded-card border-line-strong bg-raised p-2 ps-4 shadow-raised"
    >
      <p role="status" className="font-semibold text-sm">
        {progress ?? t('selected', { count: selected })}
      </p>
      {onSelectAll && found > selected ? (
        <Button variant="quiet" size="small" busy={busy} onClick={onSelectAll}>
          {t('selectAll', { count: found })}
        </Button>
      ) : null}
      <div className="ms-auto flex flex-wrap items-center gap-2">
        {children}
        <Button variant="quiet" size="icon" aria-label={t('clearSelection')} onClick={onClear}>
          <X className="size-4" />
        </Button>
      </div>
    </section>
  );
}
