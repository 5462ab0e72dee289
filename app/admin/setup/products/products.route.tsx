import { useState } from 'react';
import { href } from 'react-router';
import { requireCapability } from '#app/auth/guards.ts';
import { adminSetupTexts } from '#app/i18n/texts/admin-setup.ts';
import { dataOf } from '#app/lib/backend-error.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import { Button, LinkButton } from '#app/ui/button.tsx';
import { pageCapabilities } from '../../ui/page-capabilities.ts';
import { useChange } from '../../ui/use-change.ts';
import { trialProducts } from '../setup-calls.ts';
import type { Route } from './+types/products.route.ts';

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await requireCapability(request, pageCapabilities['/admin/setup/products']);
  const supabase = await loadSupabase();
  const [all, trial] = await Promise.all([
    supabase
      .from('products')
      .select('id', { count: 'exact', head: true })
      .eq('tenant_id', pageTenant())
      .is('deleted_at', null),
    trialProducts(),
  ]);
  dataOf(all);
  return { count: all.count ?? 0, trial };
}

/** First products: from a file, entered by hand, or twelve demo products to try out. */
export default function ProductsStep({ loaderData: { count, trial } }: Route.ComponentProps) {
  const t = adminSetupTexts();
  const { busy, change } = useChange();
  const [doing, setDoing] = useState<'add' | 'remove'>();
  const work = async (what: 'add' | 'remove') => {
    setDoing(what);
    await change({
      run: () => trialProducts(what),
      done: t(what === 'add' ? 'trialAdded' : 'trialRemoved'),
      failed: t('trialFailed'),
    });
    setDoing(undefined);
  };
  return (
    <>
      <p className="max-w-prose text-ink-soft">{t('productsLead', { count })}</p>
      <ul className="grid gap-4 sm:grid-cols-2">
        <li className="grid content-between gap-4 rounded-card border bg-surface p-4">
          <div className="grid gap-1">
            <h2 className="text-lg">{t('byFile')}</h2>
            <p className="text-ink-soft text-sm">{t('byFileWhy')}</p>
          </div>
          <LinkButton
            variant="outline"
            className="justify-self-start"
            to={`${href('/admin/products')}?tab=files`}
          >
            {t('importFile')}
          </LinkButton>
        </li>
        <li className="grid content-between gap-4 rounded-card border bg-surface p-4">
          <div className="grid gap-1">
            <h2 className="text-lg">{t('byHand')}</h2>
            <p className="text-ink-soft text-sm">{t('byHandWhy')}</p>
          </div>
          <LinkButton variant="outline" className="justify-self-start" to={href('/admin/products/new')}>
            {t('addProduct')}
          </LinkButton>
        </li>
        {trial === null ? null : (
          <li className="grid gap-4 rounded-card border bg-surface p-4 sm:col-span-2">
            <div className="grid gap-1">
              <h2 className="text-lg">{t('trial')}</h2>
              <p className="max-w-prose text-ink-soft text-sm">{t('trialWhy')}</p>
              {trial > 0 ? <p className="text-sm">{t('trialThere', { count: trial })}</p> : null}
            </div>
            <div className="flex flex-wrap gap-3">
              {trial === 0 || doing === 'add' ? (
                <Button variant="outline" busy={busy} onClick={() => void work('add')}>
                  {t('addTrial')}
                </Button>
              ) : (
                <Button variant="outline" busy={busy} onClick={() => void work('remove')}>
                  {t('removeTrial')}
                </Button>
              )}
            </div>
          </li>
        )}
      </ul>
    </>
  );
}
