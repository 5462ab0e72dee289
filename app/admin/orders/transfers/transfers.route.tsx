import { useState } from 'react';
import { href } from 'react-router';
import { requireCapability } from '#app/auth/guards.ts';
import { adminTransfersTexts } from '#app/i18n/texts/admin-transfers.ts';
import { pageMeta } from '#app/store/seo.ts';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { TextLink } from '#app/ui/text-link.tsx';
import { AdminError } from '../../ui/admin-error.tsx';
import { readColleagues } from '../../ui/assignment/assignment-calls.ts';
import { whoseWork } from '../../ui/assignment/whose.ts';
import { whoseChoice } from '../../ui/assignment/whose-choice.ts';
import { Choices } from '../../ui/list/choices.tsx';
import { ListHead } from '../../ui/list/list-head.tsx';
import { ListSkeleton } from '../../ui/list/list-skeleton.tsx';
import { oneOf } from '../../ui/list/url-state.ts';
import { useListQuery } from '../../ui/list/use-list-query.ts';
import { pageCapabilities } from '../../ui/page-capabilities.ts';
import type { Route } from './+types/transfers.route.ts';
import { matchingTransfers } from './awaited-transfers.ts';
import { CheckTransfer } from './check-transfer.tsx';
import { readAwaitedTransfers } from './read-transfers.ts';

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { name: adminTransfersTexts()('title') });
}

export async function clientLoader({ request, url }: Route.ClientLoaderArgs) {
  await requireCapability(request, pageCapabilities['/admin/orders/transfers']);
  const whose = oneOf(whoseWork, url.searchParams.get('whose'));
  const [orders, colleagues] = await Promise.all([readAwaitedTransfers(whose), readColleagues('order')]);
  return { orders, colleagues, whose };
}
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  return <ListSkeleton />;
}

export function ErrorBoundary() {
  return <AdminError />;
}

/** Transfers to check: orders that await one, found by the amount on the store's account. */
export default function Transfers({ loaderData: { orders, colleagues, whose } }: Route.ComponentProps) {
  const t = adminTransfersTexts();
  const [typed, setTyped] = useState('');
  const { query, change } = useListQuery();
  const found = matchingTransfers(orders, typed);
  return (
    <div className="grid max-w-4xl grid-cols-[minmax(0,1fr)] gap-5">
      <TextLink to={href('/admin/orders')}>{t('back')}</TextLink>
      <ListHead title={t('title')}>
        <Choices
          choices={[{ ...whoseChoice(), hideLabel: true, className: 'w-40' }]}
          query={query}
          onChoose={change}
        />
      </ListHead>
      {orders.length === 0 ? (
        <EmptyState title={t('none')}>{t(whose ? 'noneOfThese' : 'noneWhy')}</EmptyState>
      ) : (
        <>
          <p className="text-ink-soft">{t('why')}</p>
          <TextField
            label={t('search')}
            hint={t('searchHint')}
            type="search"
            value={typed}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
            className="max-w-sm"
          />
          <p role="status" className="text-ink-soft text-sm">
            {t('found', { count: found.length })}
          </p>
          <ul className="grid grid-cols-[minmax(0,1fr)] gap-4">
            {found.map((order) => (
              // Resets the form when a part of the amount has arrived.
              <CheckTransfer key={`${order.id} ${order.received}`} order={order} colleagues={colleagues} />
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
