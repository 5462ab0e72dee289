import { useCallback, useEffect, useState } from 'react';
import { type AuthSettings, readAuthSettings } from '#app/auth/auth-settings.ts';
import { adminSettingsTexts } from '#app/i18n/texts/admin-settings.ts';
import { Badge } from '#app/ui/badge.tsx';
import { ErrorState } from '#app/ui/error-state.tsx';

/** Sign-in methods of the server, and what the others still need. */
export function SignInServices() {
  const [services, setServices] = useState<AuthSettings | 'unread'>();
  const read = useCallback(
    () => void readAuthSettings().then((settings) => setServices(settings ?? 'unread')),
    [],
  );
  useEffect(read, [read]);
  if (!services) return null;
  return <SignInServiceList services={services} onRetry={read} />;
}

type ListProps = {
  /** 'unread' when the auth service did not respond. */
  services: AuthSettings | 'unread';
  onRetry: () => void;
};

export function SignInServiceList({ services, onRetry }: ListProps) {
  const t = adminSettingsTexts();
  return (
    <section aria-labelledby="sign-in-services" className="grid gap-3 border-t pt-6">
      <h2 id="sign-in-services" className="font-semibold text-lg">
        {t('signInServices')}
      </h2>
      {services === 'unread' ? (
        <ErrorState onRetry={onRetry}>{t('servicesUnread')}</ErrorState>
      ) : (
        <ul className="grid gap-3">
          <Service name={t('googleSignIn')} on={services.google} hint={t('googleHint')} />
          <Service name={t('textMessages')} on={services.sms} hint={t('textMessagesHint')} />
        </ul>
      )}
    </section>
  );
}

/** @param hint what enabling it needs */
function Service({ name, on, hint }: { name: string; on: boolean; hint: string }) {
  const t = adminSettingsTexts();
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
