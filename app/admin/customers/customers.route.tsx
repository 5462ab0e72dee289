import { useEffect, useEffectEvent } from 'react';
import { data, href, redirectDocument, useNavigate } from 'react-router';
import { requireCapability } from '#app/auth/guards.ts';
import { may } from '#app/auth/model.ts';
import { isAllStores } from '#app/auth/office-stores.ts';
import { adminCustomersTexts } from '#app/i18n/texts/admin-customers.ts';
import { adminImportedCustomersTexts } from '#app/i18n/texts/admin-imported-customers.ts';
import { isRowId } from '#app/lib/row-id.ts';
import { pageMeta } from '#app/store/seo.ts';
import { readDeliveryFees } from '../content/facts/use-store-facts.ts';
import {
  conversationKinds,
  defaultMessageSort,
  messageBoxes,
  messageSorts,
  messagesPerPage,
  readConversation,
  readConversations,
  readStoreOfConversation,
} from '../conversations/conversations-data.ts';
import { Inbox } from '../conversations/inbox.tsx';
import { readSavedReplies } from '../conversations/replies/saved-replies-data.ts';
import { SavedReplyList } from '../conversations/replies/saved-reply-list.tsx';
import { subscribeToStaff } from '../live/staff-topics.ts';
import { countUnread, setUnreadMessages, useUnreadMessages } from '../live/unread-messages.ts';
import { useRefresh } from '../live/use-refresh.ts';
import { readCustomerAcrossStores } from '../orders/data/customer-across-stores.ts';
import { AdminError } from '../ui/admin-error.tsx';
import { whoseWork } from '../ui/assignment/whose.ts';
import { redirectToLastPage } from '../ui/list/list-page.ts';
import { ListSkeleton } from '../ui/list/list-skeleton.tsx';
import { readViews } from '../ui/list/saved-views.ts';
import { searchIn } from '../ui/list/search-pattern.ts';
import { keysOf, sortOf } from '../ui/list/sort.ts';
import { oneOf, pageOf } from '../ui/list/url-state.ts';
import { rowAddress, shownStores } from '../ui/office-stores.ts';
import { pageCapabilities } from '../ui/page-capabilities.ts';
import { PageTabs } from '../ui/page-tabs.tsx';
import type { Route } from './+types/customers.route.ts';
import { CustomerDetail } from './customer-detail.tsx';
import { CustomerList } from './customer-list.tsx';
import {
  customerSorts,
  customersPerPage,
  defaultCustomerSort,
  readCustomer,
  readCustomers,
  readCustomerTags,
  readStoreOfCustomer,
} from './customers-data.ts';
import {
  defaultImportedSort,
  hasImportedCustomers,
  importedPerPage,
  importedSorts,
  readImportedCustomer,
  readImportedCustomers,
  readStoreOfImported,
} from './imported/imported-data.ts';
import { ImportedDetail } from './imported/imported-detail.tsx';
import { ImportedList } from './imported/imported-list.tsx';

export function meta(args: Route.MetaArgs) {
  const customer = args.loaderData?.view === 'customer' ? args.loaderData.customer.profile : null;
  return pageMeta(args, {
    name: customer?.name || adminCustomersTexts()('title'),
  });
}

async function readCustomerList(stores: string[], query: URLSearchParams) {
  const filter = {
    search: searchIn(query),
    sort: sortOf(keysOf(customerSorts), defaultCustomerSort, query.get('sort')),
    page: pageOf(query),
    tag: query.get('tag') ?? '',
    blocked: query.get('blocked') === 'yes',
  };
  const [{ rows, count }, unread, views, tags] = await Promise.all([
    readCustomers(stores, filter),
    countUnread(),
    readViews('customers'),
    readCustomerTags(stores),
  ]);
  redirectToLastPage(query, {
    page: filter.page,
    perPage: customersPerPage,
    rowCount: rows.length,
    count,
  });
  setUnreadMessages(unread);
  return { stores, filter, rows, count, views, tags };
}

async function readInbox(stores: string[], query: URLSearchParams) {
  const id = query.get('conversation');
  if (id && isAllStores()) {
    const tenantId = await readStoreOfConversation(stores, id);
    if (tenantId) throw redirectDocument(rowAddress(tenantId, `${href('/admin/customers')}?${query}`));
  }
  const filter = {
    box: oneOf(messageBoxes, query.get('box')),
    kind: oneOf(conversationKinds, query.get('kind')),
    whose: oneOf(whoseWork, query.get('whose')),
    search: searchIn(query),
    sort: sortOf(keysOf(messageSorts), defaultMessageSort, query.get('sort')),
    page: pageOf(query),
  };
  const [{ rows, count }, found, views, unread] = await Promise.all([
    readConversations(stores, filter),
    id ? readConversation(id) : null,
    readViews('messages'),
    countUnread(),
  ]);
  redirectToLastPage(query, {
    page: filter.page,
    perPage: messagesPerPage,
    rowCount: rows.length,
    count,
  });
  setUnreadMessages(unread);
  return { stores, filter, rows, count, views, open: id ? (found ?? ('missing' as const)) : null };
}

async function readImportedList(stores: string[], query: URLSearchParams) {
  const filter = {
    search: searchIn(query),
    sort: sortOf(keysOf(importedSorts), defaultImportedSort, query.get('sort')),
    page: pageOf(query),
  };
  const { rows, count } = await readImportedCustomers(stores, filter);
  redirectToLastPage(query, { page: filter.page, perPage: importedPerPage, rowCount: rows.length, count });
  return { stores, filter, rows, count };
}

const capability = pageCapabilities['/admin/customers'];

/**
 * The list of customers; `?customer={id}` opens one, `?tab=messages` the messages, `?tab=replies` the saved replies,
 * `?tab=imported` the customers of other shops, of whom `&imported={id}` opens one.
 */
export async function clientLoader({ request, url }: Route.ClientLoaderArgs) {
  const user = await requireCapability(request, pageCapabilities['/admin/customers']);
  const stores = shownStores(user, capability, url.searchParams);
  const answers = may(user, 'customers.answer') && !isAllStores();
  const id = url.searchParams.get('customer');
  if (id && isAllStores()) {
    const tenantId = await readStoreOfCustomer(stores, id);
    if (!tenantId) throw data(null, { status: 404 });
    throw redirectDocument(rowAddress(tenantId, href('/admin/customers') + url.search));
  }
  if (id) {
    const [customer, elsewhere] = await Promise.all([
      readCustomer(id),
      may(user, 'customers.see_across') && isRowId(id) ? readCustomerAcrossStores(id) : [],
    ]);
    if (!customer) throw data(null, { status: 404 });
    return { view: 'customer' as const, customer, elsewhere };
  }
  const importedId = url.searchParams.get('imported');
  if (importedId && isAllStores()) {
    const tenantId = await readStoreOfImported(stores, importedId);
    if (!tenantId) throw data(null, { status: 404 });
    throw redirectDocument(rowAddress(tenantId, href('/admin/customers') + url.search));
  }
  if (importedId) {
    const customer = await readImportedCustomer(importedId);
    if (!customer) throw data(null, { status: 404 });
    return { view: 'importedCustomer' as const, customer };
  }
  const tab = url.searchParams.get('tab');
  if (tab === 'imported') {
    const imported = await readImportedList(stores, url.searchParams);
    return { view: 'imported' as const, answers, hasImported: true, imported };
  }
  const hasImported = await hasImportedCustomers(stores);
  if (tab === 'messages') {
    return {
      view: 'messages' as const,
      answers,
      hasImported,
      inbox: await readInbox(stores, url.searchParams),
    };
  }
  if (tab === 'replies' && answers) {
    const [replies, fees] = await Promise.all([readSavedReplies(), readDeliveryFees()]);
    return { view: 'replies' as const, answers, hasImported, replies, fees };
  }
  const list = await readCustomerList(stores, url.searchParams);
  return { view: 'customers' as const, answers, hasImported, list };
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
  const t = adminCustomersTexts();
  const tImported = adminImportedCustomersTexts();
  const navigate = useNavigate();
  const refresh = useRefresh();
  const unread = useUnreadMessages();
  const handleEvent = useEffectEvent((event: string) => {
    if (['message', 'assigned', 'joined'].includes(event) && loaderData.view === 'messages') refresh();
  });
  useEffect(() => {
    return subscribeToStaff((event) => handleEvent(event));
  }, []);
  if (loaderData.view === 'customer') {
    const { customer, elsewhere } = loaderData;
    return <CustomerDetail key={customer.profile.id} customer={customer} elsewhere={elsewhere} />;
  }
  if (loaderData.view === 'importedCustomer') return <ImportedDetail customer={loaderData.customer} />;
  const { view } = loaderData;
  return (
    <PageTabs
      title={t('title')}
      value={view}
      onChange={(value) =>
        navigate(
          value === 'customers' ? href('/admin/customers') : `${href('/admin/customers')}?tab=${value}`,
        )
      }
      tabs={[
        {
          value: 'customers',
          label: t('customers'),
          content: view === 'customers' ? <CustomerList {...loaderData.list} /> : <ListSkeleton />,
        },
        ...(loaderData.hasImported
          ? [
              {
                value: 'imported' as const,
                label: tImported('title'),
                content: view === 'imported' ? <ImportedList {...loaderData.imported} /> : <ListSkeleton />,
              },
            ]
          : []),
        {
          value: 'messages',
          label: unread > 0 ? t('messagesCount', { count: unread }) : t('messages'),
          content: view === 'messages' ? <Inbox {...loaderData.inbox} /> : <ListSkeleton />,
        },
        ...(loaderData.answers
          ? [
              {
                value: 'replies' as const,
                label: t('savedReplies'),
                content:
                  view === 'replies' ? (
                    <SavedReplyList replies={loaderData.replies} fees={loaderData.fees} />
                  ) : (
                    <ListSkeleton />
                  ),
              },
            ]
          : []),
      ]}
    />
  );
}
