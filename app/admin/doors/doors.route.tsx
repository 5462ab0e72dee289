import { useState } from 'react';
import { href, useNavigate } from 'react-router';
import { requireCapability } from '#app/auth/guards.ts';
import { may } from '#app/auth/model.ts';
import { useSession } from '#app/auth/session.ts';
import { formatDate } from '#app/i18n/format.ts';
import { adminDoorsTexts } from '#app/i18n/texts/admin-doors.ts';
import { pageMeta } from '#app/store/seo.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { placeTestOrder } from '../orders/data/test-order-calls.ts';
import { ReadinessList } from '../setup/readiness-list.tsx';
import { AdminError } from '../ui/admin-error.tsx';
import { ListSkeleton } from '../ui/list/list-skeleton.tsx';
import { pageCapabilities } from '../ui/page-capabilities.ts';
import { useChange } from '../ui/use-change.ts';
import type { Route } from './+types/doors.route.ts';
import { ChangeStateDialog, type StateChange } from './change-state-dialog.tsx';
import { type Doors, readDoors } from './doors-data.ts';
import { PreviewLink } from './preview-link.tsx';

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { name: adminDoorsTexts()('title') });
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await requireCapability(request, pageCapabilities['/admin/doors']);
  return readDoors();
}
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  return <ListSkeleton />;
}

export function ErrorBoundary() {
  return <AdminError />;
}

/** Whether the store is open, what it lacks, its preview link, and a test order. */
export default function DoorsPage({ loaderData: doors }: Route.ComponentProps) {
  const t = adminDoorsTexts();
  return (
    <div className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-8 [&_h2]:text-lg">
      <div className="grid gap-2">
        <h1 className="text-heading">{t('title')}</h1>
        <p className="text-ink-soft">{t('lead')}</p>
      </div>
      <StoreState doors={doors} />
      {doors.state === 'gone' ? null : (
        <>
          <section aria-labelledby="readiness" className="grid gap-3">
            <h2 id="readiness">{t('readiness')}</h2>
            <ReadinessList readiness={doors.readiness} />
          </section>
          <PreviewLink token={doors.previewToken} />
          <TestOrder />
        </>
      )}
    </div>
  );
}

const tones = { open: 'success', closed: 'neutral', resting: 'warning', gone: 'neutral' } as const;

function StoreState({ doors }: { doors: Doors }) {
  const t = adminDoorsTexts();
  const { user } = useSession();
  const [change, setChange] = useState<StateChange | null>(null);
  const { state, waiting } = doors;
  const day = doors.reopensOn ? formatDate(doors.reopensOn) : '';
  return (
    <section className="grid justify-items-start gap-4 rounded-card border p-5">
      <Badge tone={tones[state]}>
        {state === 'resting' ? t('state_resting', { day }) : t(`state_${state}`)}
      </Badge>
      <p>{state === 'resting' ? t('restingWhy', { day }) : t(`${state}Why`)}</p>
      {state === 'closed' || waiting > 0 ? <p>{t('waiting', { count: waiting })}</p> : null}
      {may(user, 'settings.open_store') ? (
        <div className="flex flex-wrap gap-3">
          {state === 'open' ? null : <Button onClick={() => setChange('open')}>{t('open')}</Button>}
          {state === 'closed' ? null : (
            <Button variant="outline" onClick={() => setChange('resting')}>
              {t('rest')}
            </Button>
          )}
          {state === 'closed' ? null : (
            <Button variant="outline" onClick={() => setChange('closed')}>
              {t('close')}
            </Button>
          )}
        </div>
      ) : null}
      {state === 'gone' || may(user, 'settings.open_store') ? null : (
        <p className="text-ink-soft text-sm">{t('superOnly')}</p>
      )}
      {change ? <ChangeStateDialog change={change} doors={doors} onClose={() => setChange(null)} /> : null}
    </section>
  );
}

function TestOrder() {
  const t = adminDoorsTexts();
  const { busy, change } = useChange();
  const navigate = useNavigate();
  const place = () =>
    change({
      run: async () => navigate(`${href('/admin/orders')}?order=${await placeTestOrder()}`),
      failed: t('testNotPlaced'),
    });
  return (
    <section aria-labelledby="test-order" className="grid justify-items-start gap-3">
      <h2 id="test-order">{t('test')}</h2>
      <p className="text-ink-soft">{t('testWhy')}</p>
      <Button variant="outline" busy={busy} onClick={() => void place()}>
        {t('placeTest')}
      </Button>
    </section>
  );
}
