import { Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import adminCommandPaletteMessages from '#app/i18n/messages/en/admin-command-palette.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { shortcutText } from '../../kit/shortcut-text.ts';
import CommandPalette from './command-palette.tsx';

/** State of the palette; Ctrl K and ⌘ K toggle it. */
export function usePalette(): [boolean, (open: boolean) => void] {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const toggle = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      if (event.altKey || event.shiftKey) return;
      event.preventDefault();
      setOpen((current) => !current);
    };
    document.addEventListener('keydown', toggle);
    return () => document.removeEventListener('keydown', toggle);
  }, []);
  return [open, setOpen];
}

type PaletteProps = { open: boolean; onClose: () => void; onKeys: () => void };

/**
 * The command palette while open. It is not loaded lazily, because keys typed right after opening must reach
 * it.
 */
export function Palette({ open, ...palette }: PaletteProps) {
  return open ? <CommandPalette {...palette} /> : null;
}

/** Button that opens the command palette; an icon on phones. */
export function PaletteButton({ onOpen }: { onOpen: () => void }) {
  const t = useTranslations('admin-command-palette', adminCommandPaletteMessages);
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      onClick={onOpen}
      className="stroked flex min-h-11 items-center gap-3 rounded-field border-line-strong bg-page px-3 text-ink-soft hover:border-ink-soft max-lg:border-transparent max-lg:bg-transparent lg:w-full"
    >
      <Search className="size-4.5 shrink-0 max-lg:size-5 max-lg:text-ink" />
      <span className="max-lg:sr-only">{t('open')}</span>
      <span
        aria-hidden="true"
        className="ms-auto rounded-sm border px-1.5 font-details text-xs max-lg:hidden"
      >
        {shortcutText('K')}
      </span>
    </button>
  );
}
