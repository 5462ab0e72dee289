import { useCallback, useEffect, useState } from 'react';
import { adminCarriersTexts } from '#app/i18n/texts/admin-carriers.ts';
import { Badge } from '#app/ui/badge.tsx';
import { ErrorState } from '#app/ui/error-state.tsx';
import { type CarrierAccount, readCarriers } from '../orders/data/carrier-calls.ts';

/** The carriers with an API, and what the account with each still needs. */
export function CarrierAccounts() {
  const t = adminCarriersTexts();
  const [carriers, setCarriers] = useState<readonly CarrierAccount[] | 'unread'>();
  const read = useCallback(() => void readCarriers().then(setCarriers, () => setCarriers('unread')), []);
  useEffect(read, [read]);
  if (!carriers) return null;
  return (
    <section aria-labelledby="carrier-accounts" className="grid gap-3 border-t pt-6">
      <h2 id="carrier-accounts" className="font-semibold text-lg">
        {t('accounts')}
      </h2>
      <p className="text-ink-soft text-sm">{t('accountsWhy')}</p>
      {carriers === 'unread' ? (
        <ErrorState onRetry={read}>{t('accountsUnread')}</ErrorState>
      ) : (
        <ul className="grid gap-3">
          {carriers.map(({ code, name, configured, calls_back, needs }) => (
            <li key={code} className="grid gap-1">
              <span className="flex items-center gap-3 font-medium">
                {name}
                <Badge tone={configured ? 'success' : 'neutral'}>{t(configured ? 'isOn' : 'isOff')}</Badge>
              </span>
              <span className="wrap-anywhere text-ink-soft text-sm">
                {configured
                  ? t(calls_back ? 'callsBack' : 'isAsked')
                  : t('isMissing', { variables: needs.join(', ') })}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
