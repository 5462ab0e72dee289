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
import { useChange } from '../../ui/use-change.ts';
import { readReadiness } from '../setup-calls.ts';
import { setupProgress } from '../setup-steps.ts';
import { mayOpenStore, readStanding } from '../store-states.ts';
import type { Route } from './+types/stores.route.ts';
import { storeAddress } from './store-address.ts';

/** Loads the stores of the installation, and where each one is set up. */
export function loader({ context }: Route.LoaderArgs) {
  const place = context.get(storeContext);
  return place.stores.map(({ id, name, domain }) => ({
    id,
    name,
    setupAddress: storeAddress({ id, domain }, place, href('/admin/setup')),
  }));
}

export async function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  await requireCapability(request, pageCapabilities['/admin/setup/stores']);
  const stores = await Promise.all(
    (await serverLoader()).map(async (store) => {
      if (!(await mayOpenStore(store.id))) return [];
      const [standing, readiness] = await Promise.all([readStanding(store.id), readReadiness(store.id)]);
      return [{ ...store, ...standing, progress: setupProgress(readiness) }];
    }),
  );
  return stores.flat();
}
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  return <ListSkeleton />;
}

const tones = { open: 'success', closed: 'neutral', resting: 'warning' } as const;

/** Lists the stores, with their state and setup progress. */
export default function StoresStep({ loaderData: stores }: Route.ComponentProps) {
  const t = adminSetupTexts();
  const tAdmin = adminTexts();
  const { busy, change } = useChange();
  return (
    <>
      <p className="max-w-prose text-ink-soft">{t('storesLead')}</p>
      <ul className="divide-y rounded-card border bg-surface">
        {stores.map(({ id, name, setupAddress, state, reopensOn, progress }) => {
          const label = t('progress', progress);
          return (
            <li key={id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 p-4">
              <div className="grid min-w-0 flex-1 basis-56 gap-2">
                <div className="flex flex-wrap items-center gap-3">
                  <h2 className="font-semibold">{name}</h2>
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
              </div>
            </li>
          );
        })}
      </ul>
    </>
  );
}
