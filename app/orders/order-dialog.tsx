import { type ComponentProps, createContext, type ReactNode, use, useEffect, useState } from 'react';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';

type OrderDialogProps = Pick<
  ComponentProps<typeof Dialog>,
  'title' | 'description' | 'size' | 'ignoreBackdropClick'
> & {
  /** Label of the button that opens it. */
  label: string;
  button?: ComponentProps<typeof Button>;
  /** Renders the form, a `DialogForm`; its state is lost when the dialog closes. */
  children: (close: () => void) => ReactNode;
};

/** Tells the `OrderAction` around a dialog whether it is open. */
const OpenContext = createContext<(open: boolean) => void>(() => {});

interface OrderActionProps {
  available: boolean;
  /** Contains an `OrderDialog`. */
  children: ReactNode;
}

/**
 * Shows an action on an order while it is available, and while its dialog is open: reading the order again, as after a
 * refusal, must not lose what was typed.
 */
export function OrderAction({ available, children }: OrderActionProps) {
  const [open, setOpen] = useState(false);
  return available || open ? <OpenContext value={setOpen}>{children}</OpenContext> : null;
}

/** A button, and the dialog that it opens; inside an `OrderAction`. */
export function OrderDialog({
  label,
  button = { variant: 'outline' },
  children,
  ...dialog
}: OrderDialogProps) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  const tellAction = use(OpenContext);
  useEffect(() => {
    tellAction(open);
    return () => tellAction(false);
  }, [tellAction, open]);
  return (
    <>
      <Button {...button} onClick={() => setOpen(true)}>
        {label}
      </Button>
      <Dialog {...dialog} open={open} onClose={close}>
        {open ? children(close) : null}
      </Dialog>
    </>
  );
}
