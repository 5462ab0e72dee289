import { ArrowLeft } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { href, Link, useSearchParams } from 'react-router';
import { may } from '#app/auth/model.ts';
import { useSession } from '#app/auth/session.ts';
import { Composer } from '#app/chat/composer.tsx';
import { markRead, subscribeToConversation } from '#app/chat/conversation-data.ts';
import { MessageLog } from '#app/chat/message-log.tsx';
import { adminInboxTexts } from '#app/i18n/texts/admin-inbox.ts';
import { adminRepliesTexts } from '#app/i18n/texts/admin-replies.ts';
import { Button, LinkButton } from '#app/ui/button.tsx';
import { toastName } from '#app/ui/toast.ts';
import { useRefresh } from '../live/use-refresh.ts';
import { AssigneeField } from '../ui/assignment/assignee-field.tsx';
import { useMarkSeen } from '../ui/assignment/for-me.ts';
import { useDirtyForm } from '../ui/edit/dirty-forms.ts';
import { errorMessage } from '../ui/error-message.ts';
import { changedQuery } from '../ui/list/url-state.ts';
import { useChange } from '../ui/use-change.ts';
import {
  type MessageMail,
  markConversation,
  type OpenConversation,
  replyToConversation,
  resendReply,
} from './conversations-data.ts';
import { unfilledFacts } from './replies/reply-facts.ts';
import { ReplyPicker } from './replies/reply-picker.tsx';

/** A conversation with its messages and actions. Staff answer chats here; answers to contact messages go by mail. */
export function ConversationView({ conversation, messages, mails, replyAddress }: OpenConversation) {
  const t = adminInboxTexts();
  const tReplies = adminRepliesTexts();
  const { user } = useSession();
  const mayAnswer = may(user, 'customers.answer');
  const [query] = useSearchParams();
  const { busy, change } = useChange();
  const { id, kind, email, user_id: userId, is_open: isOpen, unread_by_staff: unread } = conversation;
  const name = conversation.name || email || t('nameless');

  useMarkSeen({ conversationId: id });
  const [writing, setWriting] = useState(false);
  useDirtyForm(writing);
  const reload = useRefresh();
  const refresh = useEffectEvent(() => reload());
  useEffect(() => {
    if (unread > 0 && mayAnswer) markRead(id).then(refresh, () => {});
  }, [id, unread, mayAnswer]);
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
  const byMail = kind === 'contact';

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
        {mayAnswer ? (
          <Button variant="outline" size="small" busy={busy} onClick={move}>
            {t(isOpen ? 'archive' : 'toInbox')}
          </Button>
        ) : null}
      </header>
      <AssigneeField
        of="conversation"
        id={id}
        assignee={conversation.assignments?.user_id ?? null}
        className="sm:max-w-64"
      />
      <MessageLog
        label={t('log', { name })}
        messages={messages}
        viewer="staff"
        names={{ staff: t('you'), customer: name }}
        below={({ id: messageId }) => <MailState messageId={messageId} mail={mails.get(messageId)} />}
        className="max-h-[28rem] min-h-40"
      />
      {mayAnswer ? (
        <>
          <Composer
            label={t('reply')}
            send={t(byMail ? 'sendMail' : 'send')}
            onDirty={setWriting}
            isLetter={byMail}
            tools={(insert) => <ReplyPicker conversation={conversation} onChoose={insert} />}
            problemOf={(body) => {
              const missing = unfilledFacts(body);
              const facts = missing.map((one) => `{${one}}`).join(' ');
              return missing.length > 0 ? tReplies('fillFirst', { facts }) : '';
            }}
            failureText={(error) => `${t('sendFailed')}: ${errorMessage(error)}`}
            onSend={async (body) => {
              await replyToConversation(id, body);
              reload();
            }}
          />
          {byMail ? (
            <div className="flex flex-wrap items-center justify-between gap-3">
              <p className="wrap-anywhere max-w-prose text-ink-soft text-sm">
                {replyAddress
                  ? t('goesByMail', { email, address: replyAddress })
                  : t('goesByMailOnly', { email })}
              </p>
              <Button variant="outline" size="small" busy={busy} onClick={markAnswered}>
                {t(conversation.answered_at ? 'markWaiting' : 'markAnswered')}
              </Button>
            </div>
          ) : null}
        </>
      ) : null}
    </section>
  );
}

/** What became of the mail of an answer; a failed one can be sent again. */
function MailState({ messageId, mail }: { messageId: string; mail: MessageMail | undefined }) {
  const t = adminInboxTexts();
  const { busy, change } = useChange();
  if (!mail) return null;
  const { sent_at: sentAt, failed_at: failedAt, error } = mail;
  if (sentAt) return <p className="px-1 text-ink-soft text-xs">{t('mailSent')}</p>;
  return (
    <div className="grid justify-items-end gap-1 px-1 text-xs">
      <p className={error ? 'wrap-anywhere text-danger-text' : 'text-ink-soft'}>
        {error ? t(failedAt ? 'mailFailed' : 'mailRetried', { error }) : t('mailWaits')}
      </p>
      {failedAt ? (
        <Button
          variant="outline"
          size="small"
          busy={busy}
          onClick={() => void change({ run: () => resendReply(messageId), failed: t('sendFailed') })}
        >
          {t('sendAgain')}
        </Button>
      ) : null}
    </div>
  );
}
