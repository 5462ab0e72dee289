import { pageLanguage } from '#app/i18n/page-language.ts';
import { adminDoorsTexts } from '#app/i18n/texts/admin-doors.ts';
import { absoluteUrl } from '#app/lib/absolute-url.ts';
import { officeAddress } from '#app/lib/office-address.ts';
import { pageOffice } from '#app/lib/page-tenant.ts';
import { useRootData } from '#app/store/root-data.ts';
import { Button, buttonClasses } from '#app/ui/button.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { useChange } from '../ui/use-change.ts';
import { renewPreview } from './doors-data.ts';

/** The link that shows the closed store to anybody; it can be replaced. */
export function PreviewLink({ token }: { token: string }) {
  const t = adminDoorsTexts();
  const { busy, change } = useChange();
  const root = useRootData();
  const path = `/?preview=${token}`;
  const renew = () => change({ run: renewPreview, done: t('renewed'), failed: t('notRenewed') });
  return (
    <section aria-labelledby="preview" className="grid gap-3">
      <h2 id="preview">{t('preview')}</h2>
      <p className="text-ink-soft">{t('previewWhy')}</p>
      <TextField
        label={t('previewLink')}
        readOnly
        dir="ltr"
        value={absoluteUrl(root, path)}
        onFocus={(event) => event.currentTarget.select()}
      />
      <div className="flex flex-wrap gap-3">
        <a href={officeAddress(pageOffice(), path, pageLanguage())} className={buttonClasses('outline')}>
          {t('seeStore')}
        </a>
        <Button variant="quiet" busy={busy} onClick={() => void renew()}>
          {t('renew')}
        </Button>
      </div>
    </section>
  );
}
