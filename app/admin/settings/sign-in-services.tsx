import { useCallback, useEffect, useState } from 'react';
import { type AuthSettings, readAuthSettings } from '#app/auth/auth-settings.ts';
import adminSettingsMessages from '#app/i18n/messages/en/admin-settings.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { Badge } from '#app/ui/badge.tsx';
import { ErrorState } from '#app/ui/error-state.tsx';

/** Which ways of signing in the server offers, and what is missing for those it does not. */
export function SignInServices() {
  const [offered, setOffered] = useState<AuthSettings | 'unread'>();
  const read = useCallback(
    () => void readAuthSettings().then((settings) => setOffered(settings ?? 'unread')),
    [],
  );
  useEffect(read, [read]);
  if (!offered) return null;
  return <SignInServiceList offered={offered} onRetry={read} />;
}

type ListProps = {
  /** `unread` when the sign-in service could not be asked. */
  offered: AuthSettings | 'unread';
  onRetry: () => void;
};

export function SignInServiceList({ offered, onRetry }: ListProps) {
  const t = useTranslations('admin-settings', adminSettingsMessages);
  return (
    <section aria-labelledby="sign-in-services" className="grid gap-3 border-t pt-6">
      <h2 id="sign-in-services" className="font-semibold text-lg">
        {t('signInServices')}
      </h2>
      {offered === 'unread' ? (
        <ErrorState onRetry={onRetry}>{t('servicesUnread')}</ErrorState>
      ) : (
        <ul className="grid gap-3">
          <Service name={t('googleSignIn')} on={offered.google} hint={t('googleHint')} />
          <Service name={t('textMessages')} on={offered.sms} hint={t('textMessagesHint')} />
        </ul>
      )}
    </section>
  );
}

/** @param hint what is missing while it is off. */
function Service({ name, on, hint }: { name: string; on: boolean; hint: string }) {
  const t = useTranslations('admin-settings', adminSettingsMessages);
  return (
    <li className="grid gap-1">
      <span className="flex items-center gap-3 font-medium">
        {name}
        <Badge tone={on ? 'success' : 'neutral'}>{t(on ? 'serviceOn' : 'serviceOff')}</Badge>
      </span>
      {on ? null : <span className="text-ink-soft text-sm">{hint}</span>}
    </li>
  );
}
