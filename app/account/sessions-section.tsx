import { MonitorSmartphone } from 'lucide-react';
import { formatDateTime } from '#app/i18n/format.ts';
import { accountTexts } from '#app/i18n/texts/account.ts';
import { Button } from '#app/ui/button.tsx';
import { signOutElsewhere } from './account-data.ts';
import { AccountSection } from './account-section.tsx';
import { deviceName } from './device-name.ts';
import { useAccountChange } from './use-account-change.ts';

/** Shows this device and signs out all others. `signedInAt` is an ISO time or ''. */
export function SessionsSection({ signedInAt }: { signedInAt: string }) {
  const t = accountTexts();
  const { busy, change } = useAccountChange();
  const { browser, system } = deviceName(navigator.userAgent);

  const leave = () =>
    change({ run: signOutElsewhere, done: t('elsewhereDone'), failed: t('elsewhereFailed') });

  return (
    <AccountSection title={t('sessionsTitle')}>
      <div className="flex items-center gap-4">
        <MonitorSmartphone className="size-8 shrink-0 text-link" strokeWidth={1.5} />
        <div className="min-w-0">
          <p className="font-semibold">{t('thisDevice')}</p>
          <p>
            {t('device', {
              browser: browser ?? t('unknownBrowser'),
              system: system ?? t('unknownSystem'),
            })}
          </p>
          {signedInAt ? (
            <p className="text-ink-soft text-sm">{t('signedInAt', { date: formatDateTime(signedInAt) })}</p>
          ) : null}
        </div>
      </div>
      <div className="grid justify-items-start gap-3 border-t pt-5">
        <p className="text-ink-soft">{t('elsewhereLead')}</p>
        <Button variant="outline" busy={busy} onClick={() => void leave()}>
          {t('elsewhere')}
        </Button>
      </div>
    </AccountSection>
  );
}
