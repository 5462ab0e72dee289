import { requireCapability } from '#app/auth/guards.ts';
import { adminSetupTexts } from '#app/i18n/texts/admin-setup.ts';
import { fields } from '#app/product/parse-values.ts';
import { readSettings } from '../settings/settings-data.ts';
import { SettingsEditor } from '../settings/settings-editor.tsx';
import { Zones } from '../settings/zones/zone-list.tsx';
import { ZoneProposals } from '../settings/zones/zone-proposal-list.tsx';
import { readDistricts, readZones } from '../settings/zones/zones-data.ts';
import { pageCapabilities } from '../ui/page-capabilities.ts';
import type { Route } from './+types/delivery.route.ts';

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await requireCapability(request, pageCapabilities['/admin/setup/delivery']);
  const [row, zones, districts] = await Promise.all([readSettings(), readZones(), readDistricts()]);
  return { row, zones, districts };
}

/** Delivery fees: one everywhere, or by zones, which are proposed for Egypt. */
export default function DeliveryStep({ loaderData: { row, zones, districts } }: Route.ComponentProps) {
  const t = adminSetupTexts();
  return (
    <>
      <p className="max-w-prose text-ink-soft">{t('deliveryLead')}</p>
      <section aria-labelledby="flat" className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <h2 id="flat" className="text-lg">
          {t('flatFees')}
        </h2>
        <SettingsEditor
          group="shipping"
          main={false}
          version={row?.version ?? null}
          column={row?.shipping ?? {}}
          translations={row?.translations ?? {}}
        />
      </section>
      <ZoneProposals zones={zones} districts={districts} shipping={fields(row?.shipping)} />
      <Zones zones={zones} districts={districts} />
    </>
  );
}
