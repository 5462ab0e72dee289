import { useMemo } from 'react';
import { href, useSearchParams } from 'react-router';
import { formatDateTime } from '#app/i18n/format.ts';
import { adminInboxTexts } from '#app/i18n/texts/admin-inbox.ts';
import { Badge } from '#app/ui/badge.tsx';
import { LinkButton } from '#app/ui/button.tsx';
import { classes } from '#app/ui/classes.ts';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { AssignMenu } from '../ui/assignment/assign-menu.tsx';
import { whoseChoice } from '../ui/assignment/whose-choice.ts';
import { BulkButtons, eachOf } from '../ui/list/bulk-buttons.tsx';
import { DataTable } from '../ui/list/data-table.tsx';
import { columnsOf } from '../ui/list/features.ts';
import { ListSearch } from '../ui/list/list-search.tsx';
import type { SavedView } from '../ui/list/saved-views.ts';
import { StoreFilter } from '../ui/list/store-filter.tsx';
import { SecondLine } from '../ui/list/table-parts.tsx';
import { changedQuery } from '../ui/list/url-state.ts';
import { pageCapabilities } from '../ui/page-capabilities.ts';
import { RowLink } from '../ui/row-link.tsx';
import { shopTimeText } from '../ui/shop-time.ts';
import { useStoreColumn } from '../ui/use-store-column.tsx';
import { ConversationView } from './conversation-view.tsx';
import {
  conversationKinds,
  defaultMessageSort,
  type ListedConversation,
  type MessageFilter,
  markConversation,
  messageBoxes,
  messagesPerPage,
  type OpenConversation,
  readAllConversations,
} from './conversations-data.ts';

type InboxProps = {
  /** Ids of the stores whose conversations are listed. */
  stores: readonly string[];
  filter: MessageFilter;
  rows: ListedConversation[];
  count: number;
  views: SavedView[];
  /** The conversation in the URL; 'missing' when it does not exist. */
  open: OpenConversation | 'missing' | null;
};

/** List of conversations, with the open one beside it. */
export function Inbox({ open, ...list }: InboxProps) {
  const t = adminInboxTexts();
  const [query] = useSearchParams();
  return (
    <div
      className={classes(
        'grid grid-cols-[minmax(0,1fr)] items-start gap-5',
        open && 'lg:grid-cols-[minmax(0,22rem)_minmax(0,1fr)]',
      )}
    >
      <div className={classes(open && '@container max-lg:hidden')}>
        <Conversations {...list} />
      </div>
      {open === 'missing' ? (
        <EmptyState
          title={t('notFound')}
          action={
            <LinkButton to={changedQuery(query, { conversation: '' })} variant="outline">
              {t('back')}
            </LinkButton>
          }
        >
          {t('choose')}
        </EmptyState>
      ) : null}
      {open && open !== 'missing' ? <ConversationView key={open.conversation.id} {...open} /> : null}
    </div>
  );
}

const column = columnsOf<ListedConversation>();
const rowId = ({ id }: ListedConversation) => id;

function Conversations({ stores, filter, rows, count, views }: Omit<InboxProps, 'open'>) {
  const t = adminInboxTexts();
  const storeColumn = useStoreColumn<ListedConversation>();
  const columns = useMemo(
    () =>
      column.columns([
        column.accessor(({ name, email }) => name || email || '', {
          id: 'name',
          header: t('from'),
          enableHiding: false,
          meta: { isMain: true, className: 'max-w-64 @max-2xl:w-full @max-2xl:max-w-0' },
          cell: ({ row: { original: conversation } }) => <ConversationLink conversation={conversation} />,
        }),
        ...storeColumn,
        column.accessor('email', {
          header: t('email'),
          enableSorting: false,
          meta: { from: '2xl', hiddenWhenFolded: true, hiddenByDefault: true },
        }),
        column.accessor(({ subject, lastMessage }) => subject || lastMessage, {
          id: 'subject',
          header: t('about'),
          meta: { from: '2xl', className: 'w-full max-w-0' },
          cell: ({ getValue }) => <bdi className="block truncate">{getValue()}</bdi>,
        }),
        column.accessor(({ kind }) => t(kind), {
          id: 'kind',
          header: t('way'),
          meta: { from: '2xl', className: 'whitespace-nowrap' },
          cell: ({ getValue }) => <Badge>{getValue()}</Badge>,
        }),
        column.accessor(({ answered_at }) => t(answered_at ? 'answered' : 'waiting'), {
          id: 'state',
          header: t('state'),
          enableSorting: false,
          meta: { from: '2xl', className: 'whitespace-nowrap' },
          cell: ({ getValue, row: { original: conversation } }) => (
            <Badge tone={conversation.answered_at ? 'success' : 'warning'}>{getValue()}</Badge>
          ),
        }),
        column.accessor(({ last_message_at }) => shopTimeText(last_message_at), {
          id: 'last',
          header: t('when'),
          meta: { from: '2xl', className: 'whitespace-nowrap text-ink-soft' },
          cell: ({ row: { original: conversation } }) => formatDateTime(conversation.last_message_at),
        }),
      ]),
    [t, storeColumn],
  );
  const open = filter.box !== 'archived';
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <StoreFilter capability={pageCapabilities['/admin/customers']} />
      <DataTable
        list={{
          name: 'messages',
          title: t('list'),
          columns,
          rowId,
          nameOf: ({ name, email }) => name || email || t('nameless'),
          sort: defaultMessageSort,
        }}
        rows={rows}
        paging={{ page: filter.page, perPage: messagesPerPage, count }}
        views={views}
        filters={
          <ListSearch
            label={t('search')}
            search={filter.search}
            choices={[
              {
                name: 'box',
                label: t('box'),
                options: messageBoxes.map((value) => ({ value, label: t(`box_${value}`) })),
              },
              {
                name: 'kind',
                label: t('kind'),
                options: conversationKinds.map((value) => ({ value, label: t(`kind_${value}`) })),
              },
              whoseChoice(),
            ]}
          />
        }
        empty={<EmptyState title={t('none')}>{t('noneWhy')}</EmptyState>}
        bulk={(chosen) => (
          <BulkButtons
            selected={chosen}
            more={<AssignMenu of="conversation" ids={chosen.rows.map(rowId)} onDone={chosen.clear} />}
            actions={[
              {
                label: t('markAnswered'),
                work: eachOf(({ id }) => markConversation(id, { p_answered: true })),
                undo: eachOf(({ id, answered_at: at }) => markConversation(id, { p_answered: at !== null })),
              },
              {
                label: t(open ? 'archive' : 'toInbox'),
                work: eachOf(({ id }) => markConversation(id, { p_open: !open })),
                undo: eachOf(({ id }) => markConversation(id, { p_open: open })),
              },
            ]}
          />
        )}
        exports={{ readAll: () => readAllConversations(stores, filter) }}
      />
    </div>
  );
}

function ConversationLink({ conversation }: { conversation: ListedConversation }) {
  const t = adminInboxTexts();
  const [query] = useSearchParams();
  const { id, tenant_id: tenantId, name, email, unread_by_staff: unread } = conversation;
  return (
    <>
      <span className="flex items-center gap-2">
        <RowLink
          tenantId={tenantId}
          to={
            href('/admin/customers') +
            changedQuery(query, { conversation: id, page: query.get('page') ?? '' })
          }
          aria-current={query.get('conversation') === id ? 'true' : undefined}
          preventScrollReset
          className={classes(
            'truncate text-link underline aria-[current=true]:no-underline',
            unread > 0 ? 'font-bold' : 'font-medium',
          )}
        >
          <bdi>{name || email || t('nameless')}</bdi>
        </RowLink>
        {unread > 0 ? (
          <Badge tone="brand">
            <span aria-hidden="true">{unread}</span>
            <span className="sr-only">{t('unread', { count: unread })}</span>
          </Badge>
        ) : null}
      </span>
      {name ? (
        <SecondLine className="@max-2xl:hidden">
          <bdi className="block truncate">{email}</bdi>
        </SecondLine>
      ) : null}
    </>
  );
}
