import { useEffect, useState } from 'react';
import { lazyWithRetry } from '#app/ui/lazy-with-retry.tsx';
import { DialogLoadFailed } from '#app/ui/load-failed.tsx';

/** Fetches the palette; it is not part of the frame. */
export const loadPalette = () => import('./command-palette.tsx');

const CommandPalette = lazyWithRetry(loadPalette, { Failed: DialogLoadFailed });

/** Whether the palette is open; Ctrl K and ⌘ K switch it from anywhere in the back office. */
export function usePalette(): [boolean, (open: boolean) => void] {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const toggle = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      if (event.altKey || event.shiftKey) return;
      event.preventDefault();
      setOpen((now) => !now);
    };
    document.addEventListener('keydown', toggle);
    return () => document.removeEventListener('keydown', toggle);
  }, []);
  return [open, setOpen];
}

/** The command palette while it is open; it loads with its first use. */
export function Palette({ open, onClose }: { open: boolean; onClose: () => void }) {
  return open ? <CommandPalette onClose={onClose} /> : null;
}
