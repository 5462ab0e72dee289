import { useEffect, useEffectEvent } from 'react';
import { href, useNavigate } from 'react-router';
import { requireUser } from '#app/auth/guards.ts';
import adminCustomersMessages from '#app/i18n/messages/en/admin-customers.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { metaTranslations, pageMeta } from '#app/lib/seo.ts';
import { AdminError } from '../kit/admin-error.tsx';
import { ListSkeleton } from '../kit/list/list-skeleton.tsx';
import { PageTabs } from '../kit/page-tabs.tsx';
import { subscribeToStaff } from '../live/staff-topics.ts';
import { noteUnreadMessages, useUnreadMessages } from '../live/unread-messages.ts';
import { useRefresh } from '../live/use-refresh.ts';
import { Inbox } from '../messages/inbox.tsx';
import type { Route } from './+types/customers.route.ts';
import { CustomerDetail } from './customer-detail.tsx';
import { CustomerList } from './customer-list.tsx';
import { readCustomersPage } from './read-page.ts';

export function meta(args: Route.MetaArgs) {
  const customer = args.loaderData?.view === 'customer' ? args.loaderData.customer.profile : null;
  return pageMeta(args, {
    name: customer?.name || metaTranslations(args, 'admin-customers', adminCustomersMessages)('title'),
  });
}

export async function clientLoader({ request, url }: Route.ClientLoaderArgs) {
  await requireUser(request, 'admin');
  const page = await readCustomersPage(url.searchParams);
  if (page.view !== 'customer') noteUnreadMessages(page.unread);
  return page;
}
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  return <ListSkeleton />;
}

export function ErrorBoundary() {
  return <AdminError of="customer" />;
}

/** The store's customers, one customer, or messages. */
export default function Customers({ loaderData }: Route.ComponentProps) {
  const t = useTranslations('admin-customers', adminCustomersMessages);
  const navigate = useNavigate();
  const refresh = useRefresh();
  const unread = useUnreadMessages();
  const handleEvent = useEffectEvent((event: string) => {
    if ((event === 'message' || event === 'joined') && loaderData.view === 'messages') refresh();
  });
  useEffect(() => {
    const unsubscribe = subscribeToStaff((event) => handleEvent(event));
    return () => void unsubscribe();
  }, []);
  if (loaderData.view === 'customer') {
    return <CustomerDetail key={loaderData.customer.profile.id} customer={loaderData.customer} />;
  }
  const { view } = loaderData;
  return (
    <PageTabs
      title={t('title')}
      value={view}
      onChange={(value) =>
        navigate(value === 'messages' ? `${href('/admin/customers')}?tab=messages` : href('/admin/customers'))
      }
      tabs={[
        {
          value: 'customers',
          label: t('customers'),
          content: view === 'customers' ? <CustomerList {...loaderData.list} /> : <ListSkeleton />,
        },
        {
          value: 'messages',
          label: unread > 0 ? t('messagesCount', { count: unread }) : t('messages'),
          content: view === 'messages' ? <Inbox {...loaderData.inbox} /> : <ListSkeleton />,
        },
      ]}
    />
  );
}
