import { X } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { uiTexts } from '#app/i18n/texts/ui.ts';
import { Button } from './button.tsx';
import { classes } from './classes.ts';
import { useModal } from './use-modal.ts';

type SheetProps = {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  /** Edge it slides from; mirrored in right-to-left pages. */
  side?: 'start' | 'end';
  children: ReactNode;
  /** Stays at the bottom while the content scrolls. */
  footer?: ReactNode;
};

const sides = {
  start: 'me-auto open:animate-[slide-from-start_var(--slow)_var(--ease)]',
  end: 'ms-auto open:animate-[slide-from-end_var(--slow)_var(--ease)]',
};

/** A modal panel at one edge: menus, filters, the cart. Its content is mounted only while it is open. */
export function Sheet({ open, onClose, title, side = 'end', children, footer }: SheetProps) {
  const t = uiTexts();
  const ref = useModal(open, onClose);
  const id = useId();
  return (
    <dialog
      ref={ref}
      aria-labelledby={id}
      className={classes(
        'my-0 h-dvh max-h-none w-[min(26rem,calc(100%-3rem))] max-w-none overflow-hidden bg-raised text-ink shadow-raised',
        sides[side],
      )}
    >
      {open ? (
        <div className="flex h-full flex-col">
          <div className="flex items-center justify-between gap-4 border-b px-5 py-3">
            <h2 id={id} className="text-heading">
              {title}
            </h2>
            <Button variant="quiet" size="icon" aria-label={t('close')} onClick={onClose} className="-me-2">
              <X className="size-5" />
            </Button>
          </div>
          <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-5">{children}</div>
          {footer ? <div className="border-t p-5">{footer}</div> : null}
        </div>
      ) : null}
    </dialog>
  );
}
