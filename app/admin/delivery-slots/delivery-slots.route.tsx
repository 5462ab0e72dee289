import { ChevronLeft, ChevronRight, Plus } from 'lucide-react';
import { useState } from 'react';
import { requireUser } from '#app/auth/guards.ts';
import { formatDate, formatWeekday } from '#app/i18n/format.ts';
import adminSlotsMessages from '#app/i18n/messages/en/admin-slots.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { metaTranslations, pageMeta } from '#app/lib/seo.ts';
import { Button } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { LinkButton } from '#app/ui/link-button.tsx';
import { AdminError } from '../kit/admin-error.tsx';
import { ListSkeleton } from '../kit/list/list-skeleton.tsx';
import { dayAfter, shopDay, weekdayOf } from '../kit/shop-time.ts';
import type { Route } from './+types/delivery-slots.route.ts';
import { SlotCard } from './slot-card.tsx';
import { SlotEditor, type SlotTask } from './slot-editor.tsx';
import { type StoredSlot, weekdays } from './slot-form.ts';
import { readSlots } from './slots-data.ts';
import { sundayOf } from './week.ts';

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { name: metaTranslations(args, 'admin-slots', adminSlotsMessages)('title') });
}

export async function clientLoader({ request, url }: Route.ClientLoaderArgs) {
  await requireUser(request, 'admin');
  const sunday = sundayOf(url.searchParams.get('week'));
  return { sunday, slots: await readSlots(sunday) };
}
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  return <ListSkeleton />;
}

export function ErrorBoundary() {
  return <AdminError />;
}

/** The times at which orders are delivered, over a week, and how full they are. */
export default function DeliverySlots({ loaderData: { sunday, slots } }: Route.ComponentProps) {
  const t = useTranslations('admin-slots', adminSlotsMessages);
  const [task, setTask] = useState<SlotTask | null>(null);
  const today = shopDay();
  const nameOf = (slot: StoredSlot) =>
    t('slot', {
      day: formatWeekday(slot.day_of_week),
      from: slot.from_time.slice(0, 5),
      to: slot.to_time.slice(0, 5),
    });
  const add = <Button onClick={() => setTask({ kind: 'add', day: weekdayOf(today) })}>{t('add')}</Button>;
  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-heading">{t('title')}</h1>
        {slots.length > 0 ? add : null}
      </div>
      <p className="text-ink-soft">{t('lead')}</p>
      <div className="flex flex-wrap items-center gap-2">
        <LinkButton
          to={`?week=${dayAfter(sunday, -7)}`}
          variant="outline"
          size="icon"
          aria-label={t('previousWeek')}
        >
          <ChevronLeft className="size-5 rtl:-scale-x-100" />
        </LinkButton>
        <LinkButton
          to={`?week=${dayAfter(sunday, 7)}`}
          variant="outline"
          size="icon"
          aria-label={t('nextWeek')}
        >
          <ChevronRight className="size-5 rtl:-scale-x-100" />
        </LinkButton>
        <h2 className="px-2 text-lg">{t('week', { day: formatDate(`${sunday}T12:00:00Z`) })}</h2>
        {sunday === sundayOf(null) ? null : (
          <LinkButton to="?" variant="quiet" size="small">
            {t('thisWeek')}
          </LinkButton>
        )}
      </div>
      {slots.length === 0 ? (
        <EmptyState title={t('none')} action={add}>
          {t('noneWhy')}
        </EmptyState>
      ) : (
        <ol className="grid">
          {weekdays.map((day) => {
            const date = dayAfter(sunday, day);
            const weekday = formatWeekday(day);
            const ofDay = slots.filter((slot) => slot.day_of_week === day);
            return (
              <li
                key={day}
                className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-3 border-t py-4 md:grid-cols-[9rem_minmax(0,1fr)_auto]"
              >
                <h3 className="pt-1">
                  <span className={date === today ? 'font-semibold text-link' : 'font-semibold'}>
                    {weekday}
                  </span>
                  <span className="block font-normal text-ink-soft text-sm">
                    {formatDate(`${date}T12:00:00Z`)}
                  </span>
                </h3>
                {ofDay.length === 0 ? (
                  <p className="col-span-2 row-start-2 text-ink-soft md:col-span-1 md:col-start-2 md:row-start-1 md:pt-1">
                    {t('noSlots')}
                  </p>
                ) : (
                  <ul className="col-span-2 row-start-2 grid grid-cols-[repeat(auto-fill,minmax(13rem,1fr))] gap-3 md:col-span-1 md:col-start-2 md:row-start-1">
                    {ofDay.map((slot) => (
                      <SlotCard
                        key={slot.id}
                        slot={slot}
                        name={nameOf(slot)}
                        onEdit={() => setTask({ kind: 'edit', slot, name: nameOf(slot) })}
                        onCopy={() => setTask({ kind: 'copy', slot, name: nameOf(slot) })}
                      />
                    ))}
                  </ul>
                )}
                <Button
                  variant="quiet"
                  size="icon"
                  aria-label={t('addOn', { day: weekday })}
                  title={t('addOn', { day: weekday })}
                  className="col-start-2 row-start-1 md:col-start-3"
                  onClick={() => setTask({ kind: 'add', day })}
                >
                  <Plus className="size-5" />
                </Button>
              </li>
            );
          })}
        </ol>
      )}
      {task ? <SlotEditor task={task} slots={slots} onClose={() => setTask(null)} /> : null}
    </div>
  );
}
