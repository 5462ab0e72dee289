import { useEffect, useState } from 'react';
import { type AuthSettings, readAuthSettings } from '#app/auth/auth-settings.ts';
import { settingsWords } from '#app/messages/en/admin-settings.ts';
import { useWords } from '#app/messages/use-words.ts';
import { Badge } from '#app/ui/badge.tsx';

/** Which ways of signing in the server offers, and what is missing for those it does not. */
export function SignInServices() {
  const t = useWords(settingsWords);
  const [offered, setOffered] = useState<AuthSettings>();
  useEffect(() => void readAuthSettings().then(setOffered), []);
  if (!offered) return null;
  const services = [
    { name: t('googleSignIn'), on: offered.google, hint: t('googleHint') },
    { name: t('textMessages'), on: offered.sms, hint: t('textMessagesHint') },
  ];
  return (
    <section aria-labelledby="sign-in-services" className="grid gap-3 border-t pt-6">
      <h2 id="sign-in-services" className="font-semibold text-lg">
        {t('signInServices')}
      </h2>
      <ul className="grid gap-3">
        {services.map(({ name, on, hint }) => (
          <li key={name} className="grid gap-1">
            <span className="flex items-center gap-3 font-medium">
              {name}
              <Badge tone={on ? 'success' : 'neutral'}>{t(on ? 'serviceOn' : 'serviceOff')}</Badge>
            </span>
            {on ? null : <span className="text-ink-soft text-sm">{hint}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}
