import { dataOf } from '#app/lib/backend-error.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import { hearConversation } from './conversation-data.ts';

/** Somebody's latest chat with the store, and how many answers in it they have not read. */
export type MyChat = { id: string; unread: number };

/** The person's latest chat with the store; null before they wrote anything. @throws BackendError */
export async function readMyChat(userId: string): Promise<MyChat | null> {
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

/** Writes to the store and answers with the conversation that the message is in. @throws BackendError */
export async function sendToStore(body: string): Promise<string> {
  const supabase = await loadSupabase();
  const message = dataOf(
    await supabase.rpc('send_chat_message', { p_tenant_id: pageTenant(), p_body: body }),
  );
  return message.conversation_id;
}

/** Reports how many answers wait, now and whenever one comes. Returns what ends it. */
export function watchUnread(userId: string, report: (unread: number) => void): () => void {
  let ended = false;
  let stopHearing = () => {};
  const read = async (): Promise<MyChat | null> => {
    // What cannot be counted is counted with the next message, or seen when the chat is opened.
    const chat = await readMyChat(userId).catch(() => null);
    if (chat && !ended) report(chat.unread);
    return chat;
  };
  void read().then((chat) => {
    if (!chat || ended) return;
    stopHearing = hearConversation(chat.id, { onJoin: read, onMessage: read });
  });
  return () => {
    ended = true;
    stopHearing();
  };
}
