import { href } from 'react-router';
import { requireCapability } from '#app/auth/guards.ts';
import { adminSetupTexts } from '#app/i18n/texts/admin-setup.ts';
import { Badge } from '#app/ui/badge.tsx';
import { LinkButton } from '#app/ui/button.tsx';
import { pageCapabilities } from '../ui/page-capabilities.ts';
import type { Route } from './+types/test-order.route.ts';
import { readReadiness } from './setup-calls.ts';

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await requireCapability(request, pageCapabilities['/admin/setup/test-order']);
  const readiness = await readReadiness();
  return { isDone: readiness.some(({ item, isReady }) => item === 'test_order' && isReady) };
}

/** Links to the test order, which passes through every step without a payment. */
export default function TestOrderStep({ loaderData: { isDone } }: Route.ComponentProps) {
  const t = adminSetupTexts();
  return (
    <section aria-labelledby="test-order" className="grid gap-4 rounded-card border bg-surface p-4 md:p-6">
      <div className="flex flex-wrap items-center gap-3">
        <h2 id="test-order" className="text-lg">
          {t('testOrder')}
        </h2>
        {isDone ? <Badge tone="success">{t('state_done')}</Badge> : null}
      </div>
      <p className="max-w-prose text-ink-soft">{t('testOrderWhy')}</p>
      <LinkButton variant="outline" className="justify-self-start" to={href('/admin/doors')}>
        {t('toTestOrder')}
      </LinkButton>
    </section>
  );
}
