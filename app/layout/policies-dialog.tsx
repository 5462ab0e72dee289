import { useCallback, useEffect, useState } from 'react';
import { type Policies, type PolicyTab, policiesPath } from '#app/content/policies.ts';
import { PolicyText } from '#app/content/policy-text.tsx';
import { pathInPageLanguage } from '#app/i18n/page-language.ts';
import { shellTexts } from '#app/i18n/texts/shell.ts';
import { KeptFeePolicy } from '#app/orders/kept-fee.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { ErrorState } from '#app/ui/error-state.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { Tabs } from '#app/ui/tabs.tsx';

async function readPolicies(): Promise<Policies> {
  const answer = await fetch(pathInPageLanguage(policiesPath));
  if (!answer.ok) throw new Error(`${policiesPath} answered ${answer.status}`);
  return answer.json();
}

/** Dialog with the tabs 'Shipping & Returns' and 'Terms of Service' (docs/product.md, Menus). */
export default function PoliciesDialog({ tab, onClose }: { tab: PolicyTab; onClose: () => void }) {
  const t = shellTexts();
  const [policies, setPolicies] = useState<Policies | 'loading' | 'failed'>('loading');
  const load = useCallback(() => {
    setPolicies('loading');
    readPolicies().then(setPolicies, () => setPolicies('failed'));
  }, []);
  useEffect(load, [load]);

  const content = (key: PolicyTab) => {
    if (policies === 'loading') return <Skeleton className="h-48" />;
    if (policies === 'failed') return <ErrorState onRetry={load} />;
    return (
      <div className="grid gap-3">
        <PolicyText text={policies[key]} />
        {key === 'shippingReturns' ? <KeptFeePolicy /> : null}
      </div>
    );
  };
  return (
    <Dialog open onClose={onClose} title={t('policies')} size="large">
      <Tabs
        label={t('policies')}
        defaultValue={tab}
        tabs={[
          { value: 'shippingReturns', label: t('shippingAndReturns'), content: content('shippingReturns') },
          { value: 'terms', label: t('terms'), content: content('terms') },
        ]}
      />
    </Dialog>
  );
}
