import { href, NavLink, Outlet, useLocation } from 'react-router';
import { requireCapability } from '#app/auth/guards.ts';
import { adminTexts } from '#app/i18n/texts/admin.ts';
import { adminSetupTexts } from '#app/i18n/texts/admin-setup.ts';
import { pageMeta } from '#app/store/seo.ts';
import { LinkButton } from '#app/ui/button.tsx';
import { classes } from '#app/ui/classes.ts';
import { AdminError } from '../ui/admin-error.tsx';
import { ListSkeleton } from '../ui/list/list-skeleton.tsx';
import { pageCapabilities } from '../ui/page-capabilities.ts';
import type { Route } from './+types/setup.route.ts';
import { readReadiness } from './setup-calls.ts';
import { setupSteps } from './setup-steps.ts';
import { StepBadge } from './step-badge.tsx';
import { readStanding } from './store-states.ts';

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { name: adminTexts()('setup') });
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await requireCapability(request, pageCapabilities['/admin/setup']);
  const [readiness, standing] = await Promise.all([readReadiness(), readStanding()]);
  return { readiness, standing };
}
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  return <ListSkeleton />;
}

export function ErrorBoundary() {
  return <AdminError />;
}

/** Layout of the setup pages: their list, the current one, and links to the next and previous one. */
export default function Setup({ loaderData: { readiness } }: Route.ComponentProps) {
  const t = adminTexts();
  const tSetup = adminSetupTexts();
  const { pathname } = useLocation();
  const at = setupSteps.findIndex(({ to }) => to === pathname);
  const [before, next] = [setupSteps[at - 1], setupSteps[at + 1]];
  const step = setupSteps[at];
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-8 gap-y-5 xl:grid-cols-[15rem_minmax(0,1fr)]">
      <h1 className="text-heading xl:col-span-2">{step ? t(step.labelKey) : t('setup')}</h1>
      <nav aria-label={t('setup')} className="max-xl:hidden">
        <ol className="grid gap-1">
          {setupSteps.map((one, place) => (
            <li key={one.to}>
              <NavLink
                to={one.to}
                className={({ isActive }) =>
                  classes(
                    'flex min-h-11 items-center gap-2 rounded-field px-3 py-1',
                    isActive ? 'bg-tint font-semibold text-on-tint' : 'hover:bg-sunken',
                  )
                }
              >
                <span className="w-5 shrink-0 text-ink-soft text-sm tabular-nums">{place + 1}</span>
                <span className="min-w-0 flex-1">{t(one.labelKey)}</span>
                <StepBadge step={one} readiness={readiness} />
              </NavLink>
            </li>
          ))}
        </ol>
      </nav>
      <div className="grid max-w-4xl grid-cols-[minmax(0,1fr)] gap-6">
        <Outlet />
        {step ? (
          <nav
            aria-label={tSetup('otherSteps')}
            className="flex flex-wrap items-center justify-between gap-3 border-t pt-4"
          >
            <LinkButton variant="outline" to={before?.to ?? href('/admin/setup')}>
              {before ? tSetup('before', { step: t(before.labelKey) }) : tSetup('allSteps')}
            </LinkButton>
            {next ? (
              <LinkButton variant="outline" to={next.to}>
                {tSetup('next', { step: t(next.labelKey) })}
              </LinkButton>
            ) : null}
          </nav>
        ) : null}
      </div>
    </div>
  );
}
