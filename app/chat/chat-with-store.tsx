import { useCallback, useEffect, useState } from 'react';
import { useBrand } from '#app/brands/use-brand.ts';
import { chatTexts } from '#app/i18n/texts/chat.ts';
import { latestOnly } from '#app/lib/latest-only.ts';
import { refusalMessage } from '#app/lib/refusal.ts';
import { Button } from '#app/ui/button.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import { Composer } from './composer.tsx';
import {
  type ConversationMessage,
  markRead,
  readMessages,
  subscribeToConversation,
} from './conversation-data.ts';
import { MessageLog } from './message-log.tsx';
import { readMyConversation, sendToStore } from './my-conversation.ts';

type State = 'loading' | 'failed' | 'ready';

/** A customer's conversation with the store. */
export function ChatWithStore({ userId }: { userId: string }) {
  const t = chatTexts();
  const { name } = useBrand();
  const [state, setState] = useState<State>('loading');
  const [conversation, setConversation] = useState<string | null>(null);
  const [messages, setMessages] = useState<ConversationMessage[]>([]);
  const [newRequest] = useState(latestOnly);

  const load = useCallback(
    async (id: string) => {
      const isCurrent = newRequest();
      try {
        const read = await readMessages(id);
        if (!isCurrent()) return;
        setMessages(read);
        setState('ready');
        if (read.at(-1)?.sender === 'staff') await markRead(id);
      } catch {
        setState((before) => (before === 'ready' ? before : 'failed'));
      }
    },
    [newRequest],
  );

  const begin = useCallback(async () => {
    setState('loading');
    try {
      const latest = await readMyConversation(userId);
      setConversation(latest?.id ?? null);
      if (latest) await load(latest.id);
      else setState('ready');
    } catch {
      setState('failed');
    }
  }, [userId, load]);

  useEffect(() => void begin(), [begin]);
  useEffect(() => {
    if (!conversation) return;
    const reload = () => void load(conversation);
    return subscribeToConversation(conversation, { onJoin: reload, onMessage: reload });
  }, [conversation, load]);

  if (state === 'loading') {
    return (
      <div className="grid flex-1 place-items-center">
        <Spinner label={t('loading')} />
      </div>
    );
  }
  if (state === 'failed') {
    return (
      <div className="grid flex-1 content-center justify-items-center gap-3 p-6">
        <p role="alert">{t('failed')}</p>
        <Button variant="outline" onClick={() => void begin()}>
          {t('retry')}
        </Button>
      </div>
    );
  }
  return (
    <>
      {messages.length === 0 ? (
        <p className="grid flex-1 content-center p-6 text-center text-ink-soft">{t('lead')}</p>
      ) : (
        <MessageLog
          label={t('log')}
          messages={messages}
          viewer="customer"
          names={{ customer: t('you'), staff: t('store', { store: name }) }}
          className="min-h-0 flex-1 p-4"
        />
      )}
      <div className="border-t p-3">
        <Composer
          autoFocus
          label={t('message')}
          send={t('send')}
          failureText={(error) => refusalMessage(error) ?? t('sendFailed')}
          onSend={async (body) => {
            const id = await sendToStore(body);
            setConversation(id);
            await load(id);
          }}
        />
      </div>
    </>
  );
}
