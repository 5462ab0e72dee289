import { type ComponentProps, type ReactNode, useState } from 'react';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';

type OrderDialogProps = Pick<
  ComponentProps<typeof Dialog>,
  'title' | 'description' | 'size' | 'ignoreBackdropClick'
> & {
  /** Label of the button that opens it. */
  label: string;
  button?: ComponentProps<typeof Button>;
  /** Called when the person closes it. */
  onDismiss?: () => void;
  /** Renders the form, a `DialogForm`; its state is lost when the dialog closes. */
  children: (close: () => void) => ReactNode;
};

/** An action on an order: a button, and the dialog that it opens. */
export function OrderDialog({
  label,
  button = { variant: 'outline' },
  onDismiss,
  children,
  ...dialog
}: OrderDialogProps) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button {...button} onClick={() => setOpen(true)}>
        {label}
      </Button>
      <Dialog
        {...dialog}
        open={open}
        onClose={() => {
          close();
          onDismiss?.();
        }}
      >
        {open ? children(close) : null}
      </Dialog>
    </>
  );
}
