import { type ReactNode, useEffect } from 'react';
import { useModal } from '#app/ui/use-modal.ts';

type PaletteDialogProps = { label: string; onClose: () => void; children: ReactNode };

/** A modal near the top of the window without a head of its own: what is in it begins with a field. */
export function PaletteDialog({ label, onClose, children }: PaletteDialogProps) {
  const ref = useModal(true, onClose);
  // The browser gives the focus to the first thing that can have it, and cmdk's frame around the field can.
  useEffect(() => ref.current?.querySelector('input')?.focus(), [ref]);
  return (
    <dialog
      ref={ref}
      aria-label={label}
      className="mx-auto mt-[max(1rem,12dvh)] mb-auto w-[calc(100%-2rem)] max-w-xl overflow-hidden rounded-card bg-raised p-0 text-ink shadow-raised open:animate-[rise_var(--quick)_var(--ease)]"
    >
      {children}
    </dialog>
  );
}
