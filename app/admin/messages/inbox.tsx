import { Link, useSearchParams } from 'react-router';
import { formatDateTime } from '#app/i18n/format.ts';
import adminInboxMessages from '#app/i18n/messages/en/admin-inbox.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { Badge } from '#app/ui/badge.tsx';
import { classes } from '#app/ui/classes.ts';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { LinkButton } from '#app/ui/link-button.tsx';
import { ListPages } from '../kit/list/list-pages.tsx';
import { ListSearch } from '../kit/list/list-search.tsx';
import { changedQuery } from '../kit/list/url-state.ts';
import { ConversationView } from './conversation-view.tsx';
import {
  type ListedConversation,
  type MessageFilter,
  messageBoxes,
  messageKinds,
  messagesPerPage,
  type OpenConversation,
} from './messages-data.ts';

type InboxProps = {
  filter: MessageFilter;
  conversations: ListedConversation[];
  count: number;
  /** The conversation that the address names; 'missing' when it is not there. */
  open: OpenConversation | 'missing' | null;
};

/** What customers and visitors wrote: the list, and beside it the conversation that is open. */
export function Inbox({ filter, conversations, count, open }: InboxProps) {
  const t = useTranslations('admin-inbox', adminInboxMessages);
  const [query] = useSearchParams();
  return (
    <div className="grid gap-5">
      <div className={open ? 'max-lg:hidden' : undefined}>
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
              options: messageKinds.map((value) => ({ value, label: t(`kind_${value}`) })),
            },
          ]}
        />
      </div>
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,22rem)_minmax(0,1fr)]">
        <div className={classes('grid gap-4', open && 'max-lg:hidden')}>
          {conversations.length === 0 ? (
            <EmptyState title={t('none')}>{t('noneWhy')}</EmptyState>
          ) : (
            <>
              <ul aria-label={t('list')} className="grid overflow-hidden rounded-card border bg-surface">
                {conversations.map((conversation) => (
                  <ConversationLink key={conversation.id} conversation={conversation} />
                ))}
              </ul>
              <ListPages
                page={filter.page}
                perPage={messagesPerPage}
                shown={conversations.length}
                count={count}
              />
            </>
          )}
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
        {open || conversations.length === 0 ? null : (
          <p className="hidden rounded-card border border-dashed p-10 text-center text-ink-soft lg:block">
            {t('choose')}
          </p>
        )}
      </div>
    </div>
  );
}

function ConversationLink({ conversation }: { conversation: ListedConversation }) {
  const t = useTranslations('admin-inbox', adminInboxMessages);
  const [query] = useSearchParams();
  const { id, kind, name, email, subject, unread_by_staff: unread, answered_at: answered } = conversation;
  const page = query.get('page') ?? '';
  return (
    <li className="border-b last:border-b-0">
      <Link
        to={changedQuery(query, { conversation: id, page })}
        aria-current={query.get('conversation') === id ? 'true' : undefined}
        preventScrollReset
        className="grid gap-1 p-3.5 hover:bg-sunken aria-[current=true]:bg-tint aria-[current=true]:text-on-tint"
      >
        <span className="flex items-center justify-between gap-2">
          <span className={classes('truncate', unread > 0 ? 'font-bold' : 'font-medium')}>
            {name || email || t('nameless')}
          </span>
          {unread > 0 ? (
            <Badge tone="brand">
              <span aria-hidden="true">{unread}</span>
              <span className="sr-only">{t('unread', { count: unread })}</span>
            </Badge>
          ) : null}
        </span>
        <span className="truncate text-sm">{subject || conversation.lastWords}</span>
        <span className="flex flex-wrap items-center gap-2 text-ink-soft text-xs">
          <Badge>{t(kind)}</Badge>
          <Badge tone={answered ? 'success' : 'warning'}>{t(answered ? 'answered' : 'waiting')}</Badge>
          {formatDateTime(conversation.last_message_at)}
        </span>
      </Link>
    </li>
  );
}
