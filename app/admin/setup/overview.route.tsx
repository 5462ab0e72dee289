import { requireCapability } from '#app/auth/guards.ts';
import { adminTexts } from '#app/i18n/texts/admin.ts';
import { adminSetupTexts } from '#app/i18n/texts/admin-setup.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import { deliveryExamples } from '#app/store/delivery-examples.ts';
import { LinkButton } from '#app/ui/button.tsx';
import { Progress } from '#app/ui/progress.tsx';
import { TextLink } from '#app/ui/text-link.tsx';
import { pageCapabilities } from '../ui/page-capabilities.ts';
import type { Route } from './+types/overview.route.ts';
import { DeliveryExamples } from './delivery-examples.tsx';
import { ReadinessList } from './readiness-list.tsx';
import { readReadiness } from './setup-calls.ts';
import { nextStep, setupProgress, setupSteps } from './setup-steps.ts';
import { StepBadge } from './step-badge.tsx';

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await requireCapability(request, pageCapabilities['/admin/setup']);
  const supabase = await loadSupabase();
  const [readiness, examples] = await Promise.all([
    readReadiness(),
    deliveryExamples(supabase, pageTenant()),
  ]);
  return { readiness, examples };
}

/** What the store needs before its first order, and the next step. */
export default function SetupOverview({ loaderData: { readiness, examples } }: Route.ComponentProps) {
  const t = adminSetupTexts();
  const tAdmin = adminTexts();
  const { done, all } = setupProgress(readiness);
  const next = nextStep(readiness);
  const progress = t('progress', { done, all });
  return (
    <>
      <p className="max-w-prose text-ink-soft">{t('lead')}</p>
      <section aria-labelledby="missing" className="grid gap-4 rounded-card border bg-surface p-4 md:p-6">
        <h2 id="missing" className="text-lg">
          {progress}
        </h2>
        <Progress value={done} max={all} label={progress} />
        {next ? (
          <LinkButton className="justify-self-start" to={next.to}>
            {t('goOn', { step: tAdmin(next.labelKey) })}
          </LinkButton>
        ) : null}
      </section>
      <ReadinessList readiness={readiness} />
      <DeliveryExamples examples={examples} />
      <nav aria-label={t('steps')} className="xl:hidden">
        <ol className="divide-y rounded-card border bg-surface">
          {setupSteps.map((step) => (
            <li key={step.to} className="flex min-h-12 items-center justify-between gap-3 px-4">
              <TextLink to={step.to}>{tAdmin(step.labelKey)}</TextLink>
              <StepBadge step={step} readiness={readiness} />
            </li>
          ))}
        </ol>
      </nav>
    </>
  );
}
