import { useEffect, useRef } from 'react';
import adminMessages from '#app/i18n/messages/en/admin.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { Button } from '#app/ui/button.tsx';

type EditorEndProps = { failure: string; save: string; busy: boolean; onCancel: () => void };

/** The end of a form in a dialog: what went wrong, and the two ways out. */
export function EditorEnd({ failure, save, busy, onCancel }: EditorEndProps) {
  const t = useTranslations('admin', adminMessages);
  const end = useRef<HTMLDivElement>(null);
  // In a long dialog it would come up below what can be seen.
  useEffect(() => {
    if (failure) end.current?.scrollIntoView({ block: 'nearest' });
  }, [failure]);
  return (
    <div ref={end} className="grid gap-5">
      {failure ? (
        <p role="alert" className="rounded-card bg-danger-tint p-4 text-danger-text">
          {failure}
        </p>
      ) : null}
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="quiet" onClick={onCancel}>
          {t('cancel')}
        </Button>
        <Button type="submit" busy={busy}>
          {save}
        </Button>
      </div>
    </div>
  );
}
