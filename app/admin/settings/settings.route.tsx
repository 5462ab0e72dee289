import { href, useNavigate } from 'react-router';
import { requireCapability } from '#app/auth/guards.ts';
import { may } from '#app/auth/model.ts';
import { useSession } from '#app/auth/session.ts';
import { brandInLanguage } from '#app/brands/brand-in-language.ts';
import { useBrand } from '#app/brands/use-brand.ts';
import type { Language } from '#app/i18n/languages.ts';
import { adminSettingsTexts } from '#app/i18n/texts/admin-settings.ts';
import { storeContext } from '#app/lib/context.ts';
import { publicSettings, storeFacts } from '#app/store/public-settings.ts';
import { pageMeta } from '#app/store/seo.ts';
import { classes } from '#app/ui/classes.ts';
import { TextLink } from '#app/ui/text-link.tsx';
import { readDeliveryFees } from '../content/facts/use-store-facts.ts';
import { CopyLink } from '../copy-to-stores/copy-link.tsx';
import { DemoLink } from '../demo-removal/demo-notice.tsx';
import { AdminError } from '../ui/admin-error.tsx';
import { byTranslation } from '../ui/edit/translated-texts.ts';
import { ListSkeleton } from '../ui/list/list-skeleton.tsx';
import { keysOf } from '../ui/list/sort.ts';
import { oneOf } from '../ui/list/url-state.ts';
import { pageCapabilities } from '../ui/page-capabilities.ts';
import { PageTabs } from '../ui/page-tabs.tsx';
import type { Route } from './+types/settings.route.ts';
import { readBrand, readDomains } from './brand/brand-data.ts';
import { BrandEditor } from './brand/brand-editor.tsx';
import { Domains } from './brand/domains.tsx';
import { CarrierAccounts } from './carrier-accounts.tsx';
import { MailEditor } from './mail/mail-editor.tsx';
import { readChoices } from './notifications/choices-data.ts';
import { NotificationChoices } from './notifications/notification-choices.tsx';
import { OrderRules } from './order-rules.tsx';
import { readNotificationChannels, readOrderRules } from './order-rules-data.ts';
import { PaymentOptionsEditor } from './payment-options-editor.tsx';
import { readSettings } from './settings-data.ts';
import { SettingsEditor } from './settings-editor.tsx';
import { settingsTabs } from './settings-groups.ts';
import { SignInServices } from './sign-in-services.tsx';
import { readStaffSettings } from './staff-data.ts';
import { StaffSettings } from './staff-settings.tsx';
import { Zones } from './zones/zone-list.tsx';
import { readDistricts, readZones } from './zones/zones-data.ts';

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { name: adminSettingsTexts()('title') });
}

/** Loads the brand's texts in each language, which apply where the settings are empty. */
export function loader({ context }: Route.LoaderArgs) {
  const store = context.get(storeContext);
  const brand = store.brand;
  const { autoPlayMusic: _, ...said } = storeFacts(brand);
  const inLanguage = (language: Language) => storeFacts(brandInLanguage(brand, language));
  return {
    said,
    translated: byTranslation(keysOf(said), (name, language) => inLanguage(language)[name]),
    settings: publicSettings(brandInLanguage(brand, store.language), null),
  };
}

export async function clientLoader({ request, url, serverLoader }: Route.ClientLoaderArgs) {
  await requireCapability(request, pageCapabilities['/admin/settings']);
  const tab = oneOf(settingsTabs, url.searchParams.get('tab'));
  const isShipping = tab === 'shipping';
  const isBrand = tab === 'brand';
  const [zones, districts, row, staff, rules, brand, stored, domains, fees, choices, channels] =
    await Promise.all([
      isShipping ? readZones() : [],
      isShipping ? readDistricts() : [],
      readSettings(),
      readStaffSettings(),
      readOrderRules(),
      serverLoader(),
      isBrand || tab === 'mail' ? readBrand() : null,
      isBrand ? readDomains() : [],
      isBrand ? readDeliveryFees() : [],
      tab === 'notifications' ? readChoices() : [],
      tab === 'notifications' ? readNotificationChannels() : [],
    ]);
  const hasWhatsApp = Array.isArray(channels) && channels.includes('whatsapp');
  return { tab, zones, districts, row, staff, rules, brand, stored, domains, fees, choices, hasWhatsApp };
}
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  return <ListSkeleton />;
}

export function ErrorBoundary() {
  return <AdminError />;
}

/** Who sees a tab's settings, and when. */
function leadOf(tab: (typeof settingsTabs)[number]): 'lead' | 'leadMail' | 'leadStaff' {
  if (tab === 'mail') return 'leadMail';
  return tab === 'staff' || tab === 'orders' || tab === 'notifications' ? 'leadStaff' : 'lead';
}

/** The store's settings, one group per tab. */
export default function SettingsPage({
  loaderData: {
    tab,
    zones,
    districts,
    row,
    staff,
    rules,
    brand: texts,
    stored,
    domains,
    fees,
    choices,
    hasWhatsApp,
  },
}: Route.ComponentProps) {
  const t = adminSettingsTexts();
  const brand = useBrand();
  const { user } = useSession();
  const navigate = useNavigate();
  const version = row?.version ?? null;
  const defaults = {
    ...texts.settings,
    store: { ...storeFacts(brand), ...texts.said },
    invoicing: {},
  };
  return (
    <div
      className={classes(
        'grid grid-cols-[minmax(0,1fr)] gap-5',
        // The brand has the store beside its form.
        tab !== 'brand' && 'max-w-4xl',
      )}
    >
      <h1 className="text-heading">{t('title')}</h1>
      <p className="text-ink-soft">{t(leadOf(tab))}</p>
      <PageTabs
        label={t('title')}
        value={tab}
        onChange={(value) => navigate(`${href('/admin/settings')}?tab=${value}`)}
        tabs={settingsTabs.map((value) => ({
          value,
          label: t(value),
          content:
            value === 'brand' ? (
              stored && (
                <div className="relative grid grid-cols-[minmax(0,1fr)] gap-6 xl:pe-[calc(50%+1rem)]">
                  <BrandEditor stored={stored} fees={fees} />
                </div>
              )
            ) : value === 'mail' ? (
              stored && (
                <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
                  <CopyLink kind="messages" />
                  <MailEditor stored={stored} mayChangeSender={may(user, 'settings.open_store')} />
                </div>
              )
            ) : value === 'notifications' ? (
              user && <NotificationChoices user={user} choices={choices} hasWhatsApp={hasWhatsApp} />
            ) : value === 'staff' ? (
              <StaffSettings stored={staff} />
            ) : value === 'orders' ? (
              <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
                <CopyLink kind="cash_rules" />
                <OrderRules stored={rules} />
              </div>
            ) : (
              <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
                {value === 'shipping' ? <CopyLink kind="delivery_fees" /> : null}
                <SettingsEditor
                  group={value}
                  version={version}
                  column={row?.[value] ?? { ...defaults[value] }}
                  translations={row?.translations ?? {}}
                  defaults={value === 'store' ? defaults.store : {}}
                  translatedDefaults={value === 'store' ? texts.translated : {}}
                  without={brand.musicSrc ? [] : ['autoPlayMusic']}
                />
                {value === 'payment' ? (
                  <PaymentOptionsEditor version={version} column={row?.payment ?? { ...defaults.payment }} />
                ) : null}
              </div>
            ),
        }))}
      />
      {tab === 'store' ? <SignInServices /> : null}
      {tab === 'brand' ? <Domains domains={domains} mayChange={may(user, 'settings.open_store')} /> : null}
      {tab === 'shipping' ? (
        <>
          <Zones zones={zones} districts={districts} />
          <CarrierAccounts />
        </>
      ) : null}
      {tab === 'store' ? (
        <TextLink to={href('/admin/doors')} className="justify-self-start">
          {t('doors')}
        </TextLink>
      ) : null}
      {tab === 'store' ? (
        <div className="flex flex-wrap gap-x-6 gap-y-2">
          {may(user, pageCapabilities['/admin/setup']) ? (
            <TextLink to={href('/admin/setup')}>{t('setup')}</TextLink>
          ) : null}
          {may(user, pageCapabilities['/admin/slow-queries']) ? (
            <TextLink to={href('/admin/slow-queries')}>{t('slowQueries')}</TextLink>
          ) : null}
          {may(user, pageCapabilities['/admin/failed-jobs']) ? (
            <TextLink to={href('/admin/failed-jobs')}>{t('failedJobs')}</TextLink>
          ) : null}
        </div>
      ) : null}
      {tab === 'store' && may(user, pageCapabilities['/admin/demo']) ? <DemoLink /> : null}
    </div>
  );
}
