import { requireCapability } from '#app/auth/guards.ts';
import { adminSetupTexts } from '#app/i18n/texts/admin-setup.ts';
import { Badge } from '#app/ui/badge.tsx';
import { PaymentOptionsEditor } from '../../settings/payment-options-editor.tsx';
import { readSettings } from '../../settings/settings-data.ts';
import { SettingsEditor } from '../../settings/settings-editor.tsx';
import { pageCapabilities } from '../../ui/page-capabilities.ts';
import { CheckPanel } from '../check-panel.tsx';
import { type CheckedKey, checkPaymentKeys } from '../setup-calls.ts';
import { useCheck } from '../use-check.ts';
import type { Route } from './+types/payment.route.ts';

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await requireCapability(request, pageCapabilities['/admin/setup/payment']);
  return readSettings();
}

/** Payment: the options and their order, the bank details, and a check of the providers' keys. */
export default function PaymentStep({ loaderData: row }: Route.ComponentProps) {
  const t = adminSetupTexts();
  const check = useCheck(checkPaymentKeys);
  const version = row?.version ?? null;
  return (
    <>
      <p className="max-w-prose text-ink-soft">{t('paymentLead')}</p>
      <SettingsEditor
        group="payment"
        main={false}
        version={version}
        column={row?.payment ?? {}}
        translations={row?.translations ?? {}}
      />
      <CheckPanel title={t('keys')} why={t('keysWhy')} action={t('testKeys')} check={check}>
        {check.answer ? (
          <ul className="divide-y">
            {check.answer.map((key) => (
              <Key key={key.provider} checked={key} />
            ))}
          </ul>
        ) : null}
      </CheckPanel>
      <PaymentOptionsEditor version={version} column={row?.payment ?? {}} />
    </>
  );
}

const tones = { works: 'success', refused: 'danger', silent: 'warning', no_account: 'neutral' } as const;

function Key({ checked: { provider, needs, needsOneOf, state, isOwn, isTest } }: { checked: CheckedKey }) {
  const t = adminSetupTexts();
  const name = provider.charAt(0).toUpperCase() + provider.slice(1);
  const isSet = state !== 'no_account';
  return (
    <li className="grid gap-1 py-3">
      <span className="flex flex-wrap items-center gap-3 font-medium">
        {name}
        <Badge tone={tones[state]}>{t(`key_${state}`)}</Badge>
        {isTest ? <Badge tone="warning">{t('testKey')}</Badge> : null}
      </span>
      <span className="text-ink-soft text-sm">
        {t(`key_${state}_why`)} {isSet ? t(isOwn ? 'ownKeys' : 'sharedKeys') : null}{' '}
        {isTest ? t('testKeyWhy') : null}
      </span>
      {isSet ? null : (
        <span className="wrap-anywhere text-sm">
          <code dir="ltr">{needs.join(', ')}</code>
          {needsOneOf.length > 0 ? (
            <>
              {' '}
              {t('andOneOf')} <code dir="ltr">{needsOneOf.join(', ')}</code>
            </>
          ) : null}
        </span>
      )}
    </li>
  );
}
