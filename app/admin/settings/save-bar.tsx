import adminSettingsMessages from '#app/i18n/messages/en/admin-settings.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { Button } from '#app/ui/button.tsx';
import { SaveHint } from '../kit/edit/save-hint.tsx';
import { saveKeys } from '../kit/edit/save-keys.ts';

/** The end of a form of settings: what went wrong, and the button. */
export function SaveBar({ failure, busy, unsaved }: { failure: string; busy: boolean; unsaved: boolean }) {
  const t = useTranslations('admin-settings', adminSettingsMessages);
  return (
    <div className="col-span-full grid justify-items-start gap-3 pt-2">
      {failure ? (
        <p role="alert" className="w-full rounded-card bg-danger-tint p-4 text-danger-text">
          {failure}
        </p>
      ) : null}
      <div className="flex flex-wrap items-center gap-4">
        <Button type="submit" busy={busy} aria-keyshortcuts={saveKeys}>
          {t('save')}
        </Button>
        <SaveHint unsaved={unsaved} />
      </div>
    </div>
  );
}
