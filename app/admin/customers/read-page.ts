import { data } from 'react-router';
import { redirectToLastPage } from '../kit/list/list-page.ts';
import { readViews } from '../kit/list/saved-views.ts';
import { keysOf, sortOf } from '../kit/list/sort.ts';
import { oneOf, pageOf } from '../kit/list/url-state.ts';
import { countUnread } from '../live/unread-messages.ts';
import {
  defaultMessageSort,
  messageBoxes,
  messageKinds,
  messageSorts,
  messagesPerPage,
  readConversation,
  readConversations,
} from '../messages/messages-data.ts';
import {
  customerSorts,
  customersPerPage,
  defaultCustomerSort,
  readCustomer,
  readCustomers,
  readCustomerTags,
} from './customers-data.ts';

async function readMessagesTab(query: URLSearchParams) {
  const id = query.get('conversation');
  const filter = {
    box: oneOf(messageBoxes, query.get('box')),
    kind: oneOf(messageKinds, query.get('kind')),
    search: query.get('search') ?? '',
    sort: sortOf(keysOf(messageSorts), defaultMessageSort, query.get('sort')),
    page: pageOf(query),
  };
  const [list, found, views] = await Promise.all([
    readConversations(filter),
    id ? readConversation(id) : null,
    readViews('messages'),
  ]);
  const { conversations, count } = list;
  redirectToLastPage(query, {
    page: filter.page,
    perPage: messagesPerPage,
    rowCount: conversations.length,
    count,
  });
  return { filter, ...list, views, open: id ? (found ?? ('missing' as const)) : null };
}

/** Reads what the URL names: one customer, the list, or messages. @throws BackendError, 404 */
export async function readCustomersPage(query: URLSearchParams) {
  const id = query.get('customer');
  if (id) {
    const customer = await readCustomer(id);
    if (!customer) throw data(null, { status: 404 });
    return { view: 'customer' as const, customer };
  }
  if (query.get('tab') === 'messages') {
    const [inbox, unread] = await Promise.all([readMessagesTab(query), countUnread()]);
    return { view: 'messages' as const, unread, inbox };
  }
  const filter = {
    search: query.get('search') ?? '',
    sort: sortOf(customerSorts, defaultCustomerSort, query.get('sort')),
    page: pageOf(query),
    tag: query.get('tag') ?? '',
    blocked: query.get('blocked') === 'yes',
  };
  const [list, unread, views, tags] = await Promise.all([
    readCustomers(filter),
    countUnread(),
    readViews('customers'),
    readCustomerTags(),
  ]);
  const { customers, count } = list;
  redirectToLastPage(query, {
    page: filter.page,
    perPage: customersPerPage,
    rowCount: customers.length,
    count,
  });
  return { view: 'customers' as const, unread, list: { filter, ...list, views, tags } };
}
