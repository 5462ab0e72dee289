import { href } from 'react-router';
import { requireCapability } from '#app/auth/guards.ts';
import { useBrand } from '#app/brands/use-brand.ts';
import { formatDate } from '#app/i18n/format.ts';
import { adminSetupTexts } from '#app/i18n/texts/admin-setup.ts';
import { Button } from '#app/ui/button.tsx';
import { TextLink } from '#app/ui/text-link.tsx';
import { changeStoreState } from '../doors/doors-data.ts';
import { pageCapabilities } from '../ui/page-capabilities.ts';
import { useChange } from '../ui/use-change.ts';
import type { Route } from './+types/open.route.ts';
import { ReadinessList } from './readiness-list.tsx';
import { readReadiness } from './setup-calls.ts';
import { readStanding } from './store-states.ts';

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await requireCapability(request, pageCapabilities['/admin/setup/open']);
  const [readiness, standing] = await Promise.all([readReadiness(), readStanding()]);
  return { readiness, standing };
}

/** Opens the store, after listing what is not ready. */
export default function OpenStep({ loaderData: { readiness, standing } }: Route.ComponentProps) {
  const t = adminSetupTexts();
  const { name } = useBrand();
  const { busy, change } = useChange();
  const { state, reopensOn } = standing;
  const day = reopensOn ? formatDate(reopensOn) : '';
  return (
    <>
      <section aria-labelledby="not-ready" className="grid gap-4 rounded-card border bg-surface p-4 md:p-6">
        <h2 id="not-ready" className="text-lg">
          {t('notReady')}
        </h2>
        <ReadinessList readiness={readiness} />
      </section>
      <section aria-labelledby="doors" className="grid gap-4 rounded-card border bg-surface p-4 md:p-6">
        <h2 id="doors" className="text-lg">
          {t(`standing_${state}`, { day })}
        </h2>
        <p className="max-w-prose text-ink-soft">{t(state === 'open' ? 'isOpenWhy' : 'isClosedWhy')}</p>
        <Button
          className="justify-self-start"
          variant={state === 'open' ? 'outline' : 'primary'}
          busy={busy}
          onClick={() =>
            void change({
              run: () => changeStoreState(state === 'open' ? 'closed' : 'open'),
              done: t(state === 'open' ? 'closedNow' : 'openedNow', { store: name }),
              failed: t('stateFailed'),
            })
          }
        >
          {t(state === 'open' ? 'closeStore' : 'openStore', { store: name })}
        </Button>
        <TextLink className="justify-self-start" to={href('/admin/doors')}>
          {t('toDoors')}
        </TextLink>
      </section>
    </>
  );
}
