import { X } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { uiTexts } from '#app/i18n/texts/ui.ts';
import { Button } from './button.tsx';
import { classes } from './classes.ts';
import { useModal } from './use-modal.ts';

type DialogProps = {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  description?: ReactNode;
  /** Width: a question, a form, or a page of text. */
  size?: 'small' | 'regular' | 'large';
  /** Whether to ignore clicks on the backdrop, because typed input would be lost. */
  ignoreBackdropClick?: boolean;
  /** Whether it is attached to the bottom edge on phones. */
  docked?: boolean;
  children?: ReactNode;
  /** Buttons at the end. */
  actions?: ReactNode;
};

/** A form opens with focus on its first field. */
const firstField =
  'textarea, select, input:not([type=checkbox], [type=radio], [type=file], [type=hidden], :disabled)';

const widths = { small: 'max-w-sm', regular: 'max-w-lg', large: 'max-w-3xl' };

/** A modal dialog. Its content is mounted only while it is open. */
export function Dialog({
  open,
  onClose,
  title,
  description,
  size = 'regular',
  ignoreBackdropClick,
  docked = false,
  children,
  actions,
}: DialogProps) {
  const t = uiTexts();
  const ref = useModal(open, onClose, ignoreBackdropClick, firstField);
  const id = useId();
  return (
    <dialog
      ref={ref}
      aria-labelledby={`${id}-title`}
      aria-describedby={description ? `${id}-text` : undefined}
      className={classes(
        'm-auto max-h-[min(44rem,calc(100dvh-2rem))] w-[calc(100%-2rem)] overflow-y-auto rounded-card bg-raised text-ink shadow-raised',
        docked && 'max-md:mb-0 max-md:w-full max-md:max-w-none max-md:rounded-b-none',
        'open:animate-[rise_var(--slow)_var(--ease)]',
        widths[size],
      )}
    >
      {open ? (
        <div className="flex flex-col gap-4 p-5 md:p-7">
          <div className="flex items-start justify-between gap-4">
            <h2 id={`${id}-title`} className="text-heading">
              {title}
            </h2>
            <Button
              variant="quiet"
              size="icon"
              aria-label={t('close')}
              onClick={onClose}
              className="-me-2 -mt-2"
            >
              <X className="size-5" />
            </Button>
          </div>
          {description ? (
            <p id={`${id}-text`} className="text-ink-soft">
              {description}
            </p>
          ) : null}
          {children}
          {actions ? <div className="flex flex-wrap justify-end gap-3 pt-2">{actions}</div> : null}
        </div>
      ) : null}
    </dialog>
  );
}
