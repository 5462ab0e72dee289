import { dataOf } from '#app/lib/backend-error.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import { sendOnce } from '#app/ui/send-once.ts';
import { subscribeToConversation } from './conversation-data.ts';

/** A person's latest conversation, with its number of unread messages. */
type MyConversation = { id: string; unread: number };

/** Reads the person's latest conversation; null when there is none. @throws BackendError */
export async function readMyConversation(userId: string): Promise<MyConversation | null> {
  const supabase = await loadSupabase();
  const answer = await supabase
    .from('conversations')
    .select('id, unread_by_shopper')
    .eq('tenant_id', pageTenant())
    .eq('user_id', userId)
    .eq('kind', 'chat')
    .order('last_message_at', { ascending: false })
    .limit(1);
  const [latest] = dataOf(answer);
  return latest ? { id: latest.id, unread: latest.unread_by_shopper } : null;
}

/** Sends a message to the store. Returns the conversation's id. @throws BackendError */
export async function sendToStore(body: string): Promise<string> {
  const supabase = await loadSupabase();
  const sent = { p_tenant_id: pageTenant(), p_body: body };
  const message = await sendOnce('send_chat_message', async (requestId) =>
    dataOf(await supabase.rpc('send_chat_message', { ...sent, p_request_id: requestId })),
  );
  return message.conversation_id;
}

/** Reports the number of unread messages, now and on every new one. @returns a function that stops it */
export function watchUnread(userId: string, report: (unread: number) => void): () => void {
  let ended = false;
  let unsubscribe = () => {};
  const read = async (): Promise<MyConversation | null> => {
    // The next message, or opening the chat, corrects a failed count.
    const latest = await readMyConversation(userId).catch(() => null);
    if (latest && !ended) report(latest.unread);
    return latest;
  };
  void read().then((latest) => {
    if (!latest || ended) return;
    unsubscribe = subscribeToConversation(latest.id, { onJoin: read, onMessage: read });
  });
  return () => {
    ended = true;
    unsubscribe();
  };
}
