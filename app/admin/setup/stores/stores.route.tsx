import { useState } from 'react';
import { href } from 'react-router';
import { requireCapability } from '#app/auth/guards.ts';
import { formatDate } from '#app/i18n/format.ts';
import { adminTexts } from '#app/i18n/texts/admin.ts';
import { adminSetupTexts } from '#app/i18n/texts/admin-setup.ts';
import { storeContext } from '#app/lib/context.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { Progress } from '#app/ui/progress.tsx';
import { textLinkClasses } from '#app/ui/text-link.tsx';
import { changeStoreState } from '../../doors/doors-data.ts';
import { ListSkeleton } from '../../ui/list/list-skeleton.tsx';
import { pageCapabilities } from '../../ui/page-capabilities.ts';
import { storeAddress } from '../../ui/store-address.ts';
import { useChange } from '../../ui/use-change.ts';
import { readReadiness } from '../setup-calls.ts';
import { setupProgress } from '../setup-steps.ts';
import { mayOpenStore, readStanding } from '../store-states.ts';
import type { Route } from './+types/stores.route.ts';
import { AddStore } from './add-store.tsx';
import { RemoveStore } from './remove-store.tsx';
import { type ListedStore, readOwnership, readStores } from './stores-data.ts';

/** Loads where the stores' pages are served. */
export function loader({ context }: Route.LoaderArgs) {
  const { origin, sharedHost, language } = context.get(storeContext);
  return { origin, sharedHost, language };
}

export async function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  await requireCapability(request, pageCapabilities['/admin/setup/stores']);
  const [place, listed, ownership] = await Promise.all([serverLoader(), readStores(), readOwnership()]);
  const stores = await Promise.all(
    listed
      .filter(({ isGone }) => !isGone)
      .map(async (store) => {
        if (!(await mayOpenStore(store.id))) return [];
        const [standing, readiness] = await Promise.all([readStanding(store.id), readReadiness(store.id)]);
        const setupAddress = storeAddress(store, place, href('/admin/setup'));
        return [{ ...store, ...standing, setupAddress, progress: setupProgress(readiness) }];
      }),
  );
  const gone = listed
    .filter(({ isGone }) => isGone && ownership.isOwner)
    .map((store) => ({ ...store, ordersAddress: storeAddress(store, place, href('/admin/orders')) }));
  return { ...ownership, stores: stores.flat(), gone };
}
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  return <ListSkeleton />;
}

const tones = { open: 'success', closed: 'neutral', resting: 'warning', gone: 'neutral' } as const;

/** Lists the stores, with their state and setup progress. Owners of the installation add and remove stores. */
export default function StoresStep({ loaderData }: Route.ComponentProps) {
  const { stores, gone, isOwner, backups } = loaderData;
  const t = adminSetupTexts();
  const [adding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<ListedStore>();
  return (
    <>
      <p className="max-w-prose text-ink-soft">{t('storesLead')}</p>
      <ul className="divide-y rounded-card border bg-surface">
        {stores.map((store) => (
          <PresentStore
            key={store.id}
            store={store}
            onRemove={isOwner ? () => setRemoving(store) : undefined}
          />
        ))}
        {gone.map((store) => (
          <li key={store.id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 p-4">
            <div className="flex flex-wrap items-center gap-3">
              <h2 className="font-semibold">{store.name}</h2>
              <Badge tone={tones.gone}>{t('standing_gone')}</Badge>
            </div>
            <a href={store.ordersAddress} className={textLinkClasses}>
              <span aria-hidden="true">{t('readBooks')}</span>
              <span className="sr-only">{t('readBooksOf', { store: store.name })}</span>
            </a>
          </li>
        ))}
      </ul>
      {isOwner ? (
        <Button variant="outline" className="justify-self-start" onClick={() => setAdding(true)}>
          {t('addStore')}
        </Button>
      ) : null}
      {adding ? <AddStore onClose={() => setAdding(false)} /> : null}
      {removing ? (
        <RemoveStore store={removing} backups={backups} onClose={() => setRemoving(undefined)} />
      ) : null}
    </>
  );
}

type PresentStoreProps = {
  store: Route.ComponentProps['loaderData']['stores'][number];
  /** Undefined for people who may not remove stores. */
  onRemove: (() => void) | undefined;
};

function PresentStore({ store, onRemove }: PresentStoreProps) {
  const { id, name, setupAddress, state, reopensOn, progress } = store;
  const t = adminSetupTexts();
  const tAdmin = adminTexts();
  const { busy, change } = useChange();
  const label = t('progress', progress);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 p-4">
      <div className="grid min-w-0 flex-1 basis-56 gap-2">
        <div className="flex flex-wrap items-center gap-3">
          <h2 className="wrap-anywhere font-semibold">{name}</h2>
          <Badge tone={tones[state]}>
            {t(`standing_${state}`, { day: reopensOn ? formatDate(reopensOn) : '' })}
          </Badge>
        </div>
        <Progress value={progress.done} max={progress.all} label={label} />
        <p className="text-ink-soft text-sm">{label}</p>
      </div>
      <div className="flex flex-wrap items-center gap-4">
        <a href={setupAddress} className={textLinkClasses}>
          <span aria-hidden="true">{tAdmin('goOnSettingUp')}</span>
          <span className="sr-only">{t('setUpStore', { store: name })}</span>
        </a>
        <Button
          variant="outline"
          size="small"
          busy={busy}
          aria-label={t(state === 'open' ? 'closeStore' : 'openStore', { store: name })}
          onClick={() =>
            void change({
              run: () => changeStoreState(state === 'open' ? 'closed' : 'open', undefined, id),
              done: t(state === 'open' ? 'closedNow' : 'openedNow', { store: name }),
              failed: t('stateFailed'),
            })
          }
        >
          {t(state === 'open' ? 'close' : 'open')}
        </Button>
        {onRemove && state === 'closed' ? (
          <Button
            variant="quiet"
            size="small"
            aria-label={t('removeStoreNamed', { store: name })}
            onClick={onRemove}
          >
            {t('removeStore')}
          </Button>
        ) : null}
      </div>
    </li>
  );
}
