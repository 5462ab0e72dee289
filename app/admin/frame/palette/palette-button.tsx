import { Search } from 'lucide-react';
import adminCommandPaletteMessages from '#app/i18n/messages/en/admin-command-palette.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { keysShown } from '../../kit/keys-shown.ts';

/** Opens the command palette; on phones an icon. */
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
        {keysShown('K')}
      </span>
    </button>
  );
}
