import { requireCapability } from '#app/auth/guards.ts';
import { adminSettingsTexts } from '#app/i18n/texts/admin-settings.ts';
import { adminSetupTexts } from '#app/i18n/texts/admin-setup.ts';
import { readSettings } from '../settings/settings-data.ts';
import { SettingsEditor } from '../settings/settings-editor.tsx';
import { pageCapabilities } from '../ui/page-capabilities.ts';
import type { Route } from './+types/business.route.ts';

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await requireCapability(request, pageCapabilities['/admin/setup/business']);
  return readSettings();
}

/** The seller: contact details for shoppers, and details for invoices. */
export default function BusinessStep({ loaderData: row }: Route.ComponentProps) {
  const t = adminSetupTexts();
  const tSettings = adminSettingsTexts();
  return (
    <>
      <p className="max-w-prose text-ink-soft">{t('businessLead')}</p>
      {(['invoicing', 'contact'] as const).map((group) => (
        <section key={group} aria-labelledby={group} className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <h2 id={group} className="text-lg">
            {tSettings(group)}
          </h2>
          <SettingsEditor
            group={group}
            main={false}
            version={row?.version ?? null}
            column={row?.[group] ?? {}}
            translations={row?.translations ?? {}}
          />
        </section>
      ))}
    </>
  );
}
