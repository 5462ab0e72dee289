import { useEffect } from 'react';
import { useFetcher } from 'react-router';
import { shellWords } from '#app/messages/en/shell.ts';
import { useWords } from '#app/messages/use-words.ts';
import { Dialog } from '#app/ui/dialog.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { Tabs } from '#app/ui/tabs.tsx';
import { type Policies, type PolicyTab, policiesPath } from './policies.ts';
import { PolicyText } from './policy-text.tsx';

/** Dialog with the tabs 'Shipping & Returns' and 'Terms of Service' (spec section 2). */
export default function PoliciesDialog({ tab, onClose }: { tab: PolicyTab; onClose: () => void }) {
  const t = useWords(shellWords);
  const { data, load, state } = useFetcher<Policies>({ key: 'policies' });

  useEffect(() => {
    if (!data && state === 'idle') void load(policiesPath);
  }, [data, state, load]);

  const content = (key: PolicyTab) =>
    data ? <PolicyText text={data[key]} /> : <Skeleton className="h-48" />;
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
