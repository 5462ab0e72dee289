import { href } from 'react-router';
import { z } from 'zod';
import { requireCapability } from '#app/auth/guards.ts';
import { adminSetupTexts } from '#app/i18n/texts/admin-setup.ts';
import { Badge } from '#app/ui/badge.tsx';
import { TextLink } from '#app/ui/text-link.tsx';
import { readNotificationChannels } from '../../settings/order-rules-data.ts';
import { pageCapabilities } from '../../ui/page-capabilities.ts';
import { CheckPanel } from '../check-panel.tsx';
import { readMailWay, type SentTest, sendTestMail } from '../setup-calls.ts';
import { useCheck } from '../use-check.ts';
import type { Route } from './+types/messages.route.ts';

const channels = z.array(z.enum(['whatsapp', 'sms'])).catch([]);
/** Environment variables that each phone channel needs on the server. */
const needs = {
  whatsapp: 'WHATSAPP_PHONE_NUMBER_ID, WHATSAPP_ACCESS_TOKEN, WHATSAPP_APP_SECRET, WHATSAPP_VERIFY_TOKEN',
  sms: 'TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN, TWILIO_FROM / SMS_URL',
} as const;

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await requireCapability(request, pageCapabilities['/admin/setup/messages']);
  const [way, found] = await Promise.all([readMailWay(), readNotificationChannels()]);
  return { way, channels: channels.parse(found) };
}

/** Where mail is sent, with a test, and the available phone channels. */
export default function MessagesStep({ loaderData: { way, channels: ready } }: Route.ComponentProps) {
  const t = adminSetupTexts();
  const check = useCheck(sendTestMail);
  return (
    <>
      <CheckPanel title={t('mail')} why={t(`mail_${way}`)} action={t('sendTest')} check={check}>
        {check.answer ? <Sent sent={check.answer} /> : null}
      </CheckPanel>
      <section aria-labelledby="phones" className="grid gap-3 rounded-card border bg-surface p-4 md:p-6">
        <h2 id="phones" className="text-lg">
          {t('phones')}
        </h2>
        <ul className="divide-y">
          {(['whatsapp', 'sms'] as const).map((channel) => {
            const isOn = ready.includes(channel);
            return (
              <li key={channel} className="grid gap-1 py-3">
                <span className="flex items-center gap-3 font-medium">
                  {t(channel)}
                  <Badge tone={isOn ? 'success' : 'neutral'}>{t(isOn ? 'isSetUp' : 'isNotSetUp')}</Badge>
                </span>
                {isOn ? null : (
                  <span className="wrap-anywhere text-sm">
                    {t('setThese')} <code dir="ltr">{needs[channel]}</code>
                  </span>
                )}
              </li>
            );
          })}
        </ul>
        <TextLink className="justify-self-start" to={`${href('/admin/settings')}?tab=orders`}>
          {t('chooseNotifications')}
        </TextLink>
      </section>
    </>
  );
}

function Sent({ sent: { way, to, problem } }: { sent: SentTest }) {
  const t = adminSetupTexts();
  if (problem)
    return (
      <div className="grid gap-1 rounded-card bg-danger-tint px-4 py-3 text-danger-text">
        <p>{t('notTaken', { to })}</p>
        <p className="wrap-anywhere">
          <bdi>{problem}</bdi>
        </p>
      </div>
    );
  if (way === 'none') return <p className="text-warning-text">{t('mailNowhere')}</p>;
  return <p className="text-success-text">{t(way === 'smtp' ? 'testSent' : 'testInMailbox', { to })}</p>;
}
