import { requireCapability } from '#app/auth/guards.ts';
import { adminSetupTexts } from '#app/i18n/texts/admin-setup.ts';
import { Badge } from '#app/ui/badge.tsx';
import { pageCapabilities } from '../../ui/page-capabilities.ts';
import { CheckPanel } from '../check-panel.tsx';
import { type CheckedAddress, checkAddresses } from '../setup-calls.ts';
import { useCheck } from '../use-check.ts';
import type { Route } from './+types/domain.route.ts';

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await requireCapability(request, pageCapabilities['/admin/setup/domain']);
  return null;
}

/** Checks whether the store's public addresses lead to it, over HTTPS that browsers trust. */
export default function DomainStep() {
  const t = adminSetupTexts();
  const check = useCheck(checkAddresses);
  return (
    <CheckPanel title={t('addresses')} why={t('addressesWhy')} action={t('checkAddresses')} check={check}>
      {check.answer ? (
        <div className="grid gap-4">
          {check.answer.hasOrigin ? null : (
            <p className="rounded-card bg-warning-tint px-4 py-3 text-warning-text">{t('noOrigin')}</p>
          )}
          <ul className="divide-y">
            {check.answer.addresses.map((address) => (
              <Address key={address.origin} address={address} />
            ))}
          </ul>
        </div>
      ) : null}
    </CheckPanel>
  );
}

function Address({ address }: { address: CheckedAddress }) {
  const t = adminSetupTexts();
  const { origin, leads, certificate, daysLeft, reason } = address;
  const isHere = leads === 'here';
  // The certificate of another server does not matter.
  const isShown = isHere || certificate !== 'none';
  const days = daysLeft ?? 0;
  return (
    <li className="grid gap-1 py-3">
      <span className="flex flex-wrap items-center gap-3 font-medium">
        <bdi className="wrap-anywhere">{origin}</bdi>
        <Badge tone={isHere ? 'success' : 'warning'}>{t(isHere ? 'leadsHere' : 'leadsNot')}</Badge>
        {isShown ? (
          <Badge tone={certificate === 'valid' ? 'success' : 'warning'}>
            {t(certificate === 'valid' ? 'certificateGood' : 'certificateNot')}
          </Badge>
        ) : null}
      </span>
      <span className="text-ink-soft text-sm">{t(`leads_${leads}`, { reason })}</span>
      {isShown ? (
        <span className="text-ink-soft text-sm">{t(`certificate_${certificate}`, { days, reason })}</span>
      ) : null}
    </li>
  );
}
