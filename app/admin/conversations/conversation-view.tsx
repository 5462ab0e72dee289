import { ArrowLeft } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { href, Link, useSearchParams } from 'react-router';
import { useBrand } from '#app/brands/use-brand.ts';
import { Composer } from '#app/chat/composer.tsx';
import { markRead, subscribeToConversation } from '#app/chat/conversation-data.ts';
import { MessageLog } from '#app/chat/message-log.tsx';
import { adminInboxTexts } from '#app/i18n/texts/admin-inbox.ts';
import { Button, buttonClasses, LinkButton } from '#app/ui/button.tsx';
import { toastName } from '#app/ui/toast.ts';
import { useRefresh } from '../live/use-refresh.ts';
import { useDirtyForm } from '../ui/edit/dirty-forms.ts';
import { errorMessage } from '../ui/error-message.ts';
import { changedQuery } from '../ui/list/url-state.ts';
import { useChange } from '../ui/use-change.ts';
import { markConversation, type OpenConversation, replyToConversation } from './conversations-data.ts';

/** A conversation with its messages and actions. Staff answer chats here, and contact messages by email. */
export function ConversationView({ conversation, messages }: OpenConversation) {
  const t = adminInboxTexts();
  const brand = useBrand();
  const [query] = useSearchParams();
  const { busy, change } = useChange();
  const { id, kind, email, user_id: userId, is_open: isOpen, unread_by_staff: unread } = conversation;
  const name = conversation.name || email || t('nameless');

  const [writing, setWriting] = useState(false);
  useDirtyForm(writing);
  const reload = useRefresh();
  const refresh = useEffectEvent(() => reload());
  useEffect(() => {
    if (unread > 0) markRead(id).then(refresh, () => {});
  }, [id, unread]);
  useEffect(() => {
    return subscribeToConversation(id, { onJoin: refresh, onMessage: refresh });
  }, [id]);

  const move = () =>
    void change({
      run: () => markConversation(id, { p_open: !isOpen }),
      undo: () => markConversation(id, { p_open: isOpen }),
      done: t(isOpen ? 'archived' : 'inInbox', { name: toastName(name) }),
      failed: t('failed'),
    });
  const markAnswered = () =>
    void change({
      run: () => markConversation(id, { p_answered: conversation.answered_at === null }),
      failed: t('failed'),
    });
  const subject = encodeURIComponent(conversation.subject || t('mailSubject', { store: brand.name }));

  return (
    <section
      aria-label={t('log', { name })}
      className="grid grid-cols-[minmax(0,1fr)] gap-4 rounded-card border bg-surface p-4 md:p-5"
    >
      <LinkButton
        to={changedQuery(query, { conversation: '' })}
        variant="quiet"
        size="small"
        className="-ms-3 justify-self-start lg:hidden"
      >
        <ArrowLeft className="size-4 rtl:-scale-x-100" /> {t('back')}
      </LinkButton>
      <header className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 className="wrap-anywhere text-lg">
            <bdi>{conversation.subject || name}</bdi>
          </h2>
          <p className="wrap-anywhere text-ink-soft text-sm">
            {userId ? (
              <Link to={`${href('/admin/customers')}?customer=${userId}`} className="text-link underline">
                <bdi>{name}</bdi>
              </Link>
            ) : (
              <bdi>{name}</bdi>
            )}
            {email && email !== name ? ` · ${email}` : ''}
          </p>
        </div>
        <Button variant="outline" size="small" busy={busy} onClick={move}>
          {t(isOpen ? 'archive' : 'toInbox')}
        </Button>
      </header>
      <MessageLog
        label={t('log', { name })}
        messages={messages}
        viewer="staff"
        names={{ staff: t('you'), customer: name }}
        className="max-h-[28rem] min-h-40"
      />
      {kind === 'chat' ? (
        <Composer
          label={t('reply')}
          send={t('send')}
          onDirty={setWriting}
          failureText={(error) => `${t('sendFailed')}: ${errorMessage(error)}`}
          onSend={async (body) => {
            await replyToConversation(id, body);
            reload();
          }}
        />
      ) : (
        <div className="grid gap-2">
          <div className="flex flex-wrap gap-3">
            <a href={`mailto:${email}?subject=${subject}`} className={buttonClasses('primary', 'regular')}>
              {t('byMail')}
            </a>
            <Button variant="outline" busy={busy} onClick={markAnswered}>
              {t(conversation.answered_at ? 'markWaiting' : 'markAnswered')}
            </Button>
          </div>
          <p className="text-ink-soft text-sm">{t('byMailWhy')}</p>
        </div>
      )}
    </section>
  );
}
