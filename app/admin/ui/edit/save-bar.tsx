import { adminTexts } from '#app/i18n/texts/admin.ts';
import { Button } from '#app/ui/button.tsx';
import { classes } from '#app/ui/classes.ts';
import { shortcutText } from '../shortcut-text.ts';
import { saveKeys } from './save-keys.ts';
import type { Editor } from './use-editor.ts';

type SaveBarProps = {
  editor: Editor;
  /** Label of the submit button. */
  save: string;
  dirty: boolean;
  /** The form cannot be saved yet. */
  waiting?: boolean;
  /** Stays at the bottom of the window while its form is scrolled. */
  sticky?: boolean;
};

/** End of a page's form: error message, submit button and save hint. Nothing during a conflict. */
export function SaveBar({ editor, save, dirty, waiting = false, sticky = false }: SaveBarProps) {
  const t = adminTexts();
  if (editor.conflict) return null;
  return (
    <div
      className={classes(
        'flex flex-wrap items-center gap-x-4 gap-y-3',
        sticky && 'sticky bottom-0 z-10 border-t bg-page py-3',
      )}
    >
      {editor.failure ? (
        <p
          role="alert"
          className="wrap-anywhere w-full rounded-card bg-danger-tint px-4 py-3 text-danger-text"
        >
          {editor.failure}
        </p>
      ) : null}
      <Button type="submit" busy={editor.busy} disabled={waiting} aria-keyshortcuts={saveKeys}>
        {save}
      </Button>
      <p role="status" className="text-ink-soft text-sm empty:hidden">
        {dirty ? t('unsaved') : ''}
      </p>
      <span
        aria-hidden="true"
        className="rounded-sm border px-1.5 font-details text-ink-soft text-xs max-lg:hidden"
      >
        {shortcutText('S')}
      </span>
    </div>
  );
}
