import { X } from 'lucide-react';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { adminTexts } from '#app/i18n/texts/admin.ts';
import { Button } from '#app/ui/button.tsx';

type BulkBarProps = {
  selected: number;
  /** Progress of the running action, shown instead of the count. */
  progress?: string;
  /** Number of rows in the whole list; `onSelectAll` is offered when it exceeds the selection. */
  total?: number;
  onSelectAll?: () => void;
  busy?: boolean;
  onClear: () => void;
  children: ReactNode;
};

/** Actions for the selected rows, fixed to the bottom of the window; hidden without a selection. */
export function BulkBar(props: BulkBarProps) {
  const { selected, progress, total = 0, onSelectAll, busy = false, onClear, children } = props;
  const t = adminTexts();
  const bar = useRef<HTMLElement>(null);
  const isVisible = selected > 0;
  // Toasts appear above the bar, also at the end of the page, where it is placed higher.
  useLayoutEffect(() => {
    if (!bar.current || !isVisible) return;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(([entry]) => {
      const height = entry?.borderBoxSize[0]?.blockSize ?? 0;
      style.setProperty('--above-bar', `${Math.ceil(height) + 20}px`);
    });
    observer.observe(bar.current);
    return () => {
      observer.disconnect();
      style.removeProperty('--above-bar');
    };
  }, [isVisible]);
  if (!isVisible) return null;
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
      {onSelectAll && total > selected ? (
        <Button variant="quiet" size="small" busy={busy} onClick={onSelectAll}>
          {t('selectAll', { count: total })}
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
