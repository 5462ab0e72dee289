import { useEffect, useState } from 'react';
import { adminCommandPaletteTexts } from '#app/i18n/texts/admin-command-palette.ts';
import { Dialog } from '#app/ui/dialog.tsx';
import { shortcutText } from '../ui/shortcut-text.ts';

/** State of the keyboard help; "?" opens it outside of fields. */
export function useKeyHelp(): [boolean, (open: boolean) => void] {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      const { target } = event;
      const typing =
        target instanceof Element && target.closest('input:not([type=checkbox]), textarea, select');
      if (event.key !== '?' || typing || event.ctrlKey || event.metaKey || event.altKey) return;
      if (document.querySelector('dialog[open]')) return;
      event.preventDefault();
      setOpen(true);
    };
    document.addEventListener('keydown', handleKey);
    return () => document.removeEventListener('keydown', handleKey);
  }, []);
  return [open, setOpen];
}

/** List of all keyboard shortcuts. */
export function KeyHelp({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = adminCommandPaletteTexts();
  const groups = [
    {
      title: t('keysEverywhere'),
      keys: [
        [shortcutText('K'), t('keyFind')],
        ['/', t('keySearch')],
        ['?', t('keyHelp')],
        ['Esc', t('keyClose')],
      ],
    },
    {
      title: t('keysInLists'),
      keys: [
        ['J  ↓', t('keyNext')],
        ['K  ↑', t('keyBefore')],
        ['X', t('keyChoose')],
        [t('keyShiftClick'), t('keyRange')],
        ['Enter', t('keyOpen')],
      ],
    },
    {
      title: t('keysInForms'),
      keys: [
        [shortcutText('S'), t('keySave')],
        [shortcutText('Enter'), t('keySend')],
        [t('keySpaceArrows'), t('keyCarry')],
      ],
    },
  ];
  return (
    <Dialog open={open} onClose={onClose} title={t('keys')}>
      <div className="grid gap-5">
        {groups.map(({ title, keys }) => (
          <section key={title} className="grid gap-2">
            <h3 className="font-semibold text-sm">{title}</h3>
            <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-2 text-sm">
              {keys.map(([key, what]) => (
                <div key={key} className="contents">
                  <dt>
                    <kbd className="whitespace-pre rounded-sm border px-1.5 py-0.5 font-details text-xs">
                      {key}
                    </kbd>
                  </dt>
                  <dd>{what}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
