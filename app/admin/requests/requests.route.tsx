import { useEffect, useEffectEvent } from 'react';
import { requireCapability } from '#app/auth/guards.ts';
import { officeStores } from '#app/auth/office-stores.ts';
import { useSession } from '#app/auth/session.ts';
import { adminRequestsTexts } from '#app/i18n/texts/admin-requests.ts';
import { pageMeta } from '#app/store/seo.ts';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { countApprovalRequests, subscribeToApprovals } from '../live/approval-requests.ts';
import { useRefresh } from '../live/use-refresh.ts';
import { AdminError } from '../ui/admin-error.tsx';
import { whoseWork } from '../ui/assignment/whose.ts';
import { whoseChoice } from '../ui/assignment/whose-choice.ts';
import { Choices } from '../ui/list/choices.tsx';
import { ListHead } from '../ui/list/list-head.tsx';
import { ListSkeleton } from '../ui/list/list-skeleton.tsx';
import { oneOf } from '../ui/list/url-state.ts';
import { useListQuery } from '../ui/list/use-list-query.ts';
import { pageCapabilities } from '../ui/page-capabilities.ts';
import type { Route } from './+types/requests.route.ts';
import { RequestCard } from './request-card.tsx';
import { type ApprovalRequest, readApprovalRequests, seeApprovalRequests } from './requests-data.ts';

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { name: adminRequestsTexts()('title') });
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const user = await requireCapability(request, pageCapabilities['/admin/requests']);
  const stores = officeStores(user, 'approvals.see');
  const whose = oneOf(whoseWork, new URL(request.url).searchParams.get('whose'));
  return { stores, whose, requests: await readApprovalRequests(stores, whose) };
}
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  return <ListSkeleton />;
}

export function ErrorBoundary() {
  return <AdminError />;
}

/** What somebody may not do alone, to approve or to refuse, and how one's own requests were decided. */
export default function Requests({ loaderData: { stores, whose, requests } }: Route.ComponentProps) {
  const t = adminRequestsTexts();
  const { query, change } = useListQuery();
  const { user } = useSession();
  const refresh = useRefresh();
  const handleEvent = useEffectEvent((event: string) => {
    if (event === 'approval' || event === 'joined') refresh();
  });
  const storeIds = stores.join(' ');
  useEffect(() => {
    return subscribeToApprovals(storeIds.split(' '), (event) => handleEvent(event));
  }, [storeIds]);
  const news = requests
    .flatMap(({ id, is_news: isNews, assignee }) => (isNews || assignee === user?.id ? [id] : []))
    .join(' ');
  useEffect(() => {
    // Without an answer they stay news, and are noted with the next visit.
    if (!news) return;
    void seeApprovalRequests(news.split(' ')).then(
      () => countApprovalRequests(storeIds.split(' ')),
      () => {},
    );
  }, [news, storeIds]);
  const groups = [
    { key: 'waiting', list: requests.filter((one) => one.may_decide) },
    { key: 'own', list: requests.filter((one) => one.is_own && one.state === 'pending') },
    { key: 'decided', list: requests.filter((one) => one.state !== 'pending') },
  ] as const;
  return (
    <div className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-5">
      <ListHead title={t('title')} />
      <p className="max-w-prose text-ink-soft">{t('lead')}</p>
      <div className="grid sm:max-w-64">
        <Choices choices={[whoseChoice()]} query={query} onChoose={change} />
      </div>
      {requests.length === 0 ? (
        <EmptyState title={t(whose ? 'noneOfThese' : 'none')}>
          {t(whose ? 'noneOfTheseWhy' : 'noneWhy')}
        </EmptyState>
      ) : null}
      {groups.map(({ key, list }) =>
        list.length > 0 ? <Group key={key} title={t(key)} requests={list} /> : null,
      )}
    </div>
  );
}

function Group({ title, requests }: { title: string; requests: ApprovalRequest[] }) {
  return (
    <section aria-label={title} className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2 className="text-ink-soft text-sm">{title}</h2>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {requests.map((request) => (
          <RequestCard key={request.id} request={request} />
        ))}
      </ul>
    </section>
  );
}
