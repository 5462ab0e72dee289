import { useEffect, useState } from 'react';
import CommandPalette from './command-palette.tsx';

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

type PaletteProps = { open: boolean; onClose: () => void; onKeys: () => void };

/** The command palette while it is open. It is part of the frame: whatever is typed after the keys that open it must arrive. */
export function Palette({ open, ...palette }: PaletteProps) {
  return open ? <CommandPalette {...palette} /> : null;
}
