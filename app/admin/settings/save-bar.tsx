import { settingsWords } from '#app/messages/en/admin-settings.ts';
import { useWords } from '#app/messages/use-words.ts';
import { Button } from '#app/ui/button.tsx';

/** The end of a form of settings: what went wrong, and the button. */
export function SaveBar({ failure, busy }: { failure: string; busy: boolean }) {
  const t = useWords(settingsWords);
  return (
    <div className="grid justify-items-start gap-3 pt-2 sm:col-span-2">
      {failure ? (
        <p role="alert" className="w-full rounded-card bg-danger-tint p-4 text-danger-text">
          {failure}
        </p>
      ) : null}
      <Button type="submit" busy={busy}>
        {t('save')}
      </Button>
    </div>
  );
}
