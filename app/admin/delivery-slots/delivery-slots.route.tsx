import { ChevronLeft, ChevronRight } from 'lucide-react';
import { requireCapability } from '#app/auth/guards.ts';
import { formatDate } from '#app/i18n/format.ts';
import { adminSlotsTexts } from '#app/i18n/texts/admin-slots.ts';
import { pageMeta } from '#app/store/seo.ts';
import { LinkButton } from '#app/ui/button.tsx';
import { readZones } from '../settings/zones/zones-data.ts';
import { AdminError } from '../ui/admin-error.tsx';
import { ListHead } from '../ui/list/list-head.tsx';
import { ListSkeleton } from '../ui/list/list-skeleton.tsx';
import { pageCapabilities } from '../ui/page-capabilities.ts';
import { dayAfter, sundayOf } from '../ui/shop-time.ts';
import type { Route } from './+types/delivery-slots.route.ts';
import { Slots } from './slot-list.tsx';
import { readSlots } from './slots-data.ts';

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { name: adminSlotsTexts()('title') });
}

export async function clientLoader({ request, url }: Route.ClientLoaderArgs) {
  await requireCapability(request, pageCapabilities['/admin/delivery-slots']);
  const sunday = sundayOf(url.searchParams.get('week'));
  const [slots, zones] = await Promise.all([readSlots(sunday), readZones()]);
  return { sunday, slots, zones };
}
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  return <ListSkeleton />;
}

export function ErrorBoundary() {
  return <AdminError />;
}

/** The delivery slots of a week and their bookings. */
export default function DeliverySlots({ loaderData: { sunday, slots, zones } }: Route.ComponentProps) {
  const t = adminSlotsTexts();
  const week = (
    <div className="flex flex-wrap items-center gap-1">
      <LinkButton
        to={`?week=${dayAfter(sunday, -7)}`}
        variant="quiet"
        size="icon"
        aria-label={t('previousWeek')}
        className="md:size-9"
      >
        <ChevronLeft className="size-5 rtl:-scale-x-100" />
      </LinkButton>
      <LinkButton
        to={`?week=${dayAfter(sunday, 7)}`}
        variant="quiet"
        size="icon"
        aria-label={t('nextWeek')}
        className="md:size-9"
      >
        <ChevronRight className="size-5 rtl:-scale-x-100" />
      </LinkButton>
      <h2 className="px-2 text-base">{t('week', { day: formatDate(`${sunday}T12:00:00Z`) })}</h2>
      {sunday === sundayOf(null) ? null : (
        <LinkButton to="?" variant="quiet" size="small">
          {t('thisWeek')}
        </LinkButton>
      )}
    </div>
  );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <ListHead title={t('title')} />
      <Slots slots={slots} zones={zones} sunday={sunday} week={week} />
      <p className="text-ink-soft text-sm">{t('lead')}</p>
    </div>
  );
}
