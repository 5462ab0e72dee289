import { dataOf } from '#app/lib/backend-error.ts';
import type { Enums } from '#app/lib/database.types.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import type { Supabase } from '#app/lib/supabase-client.ts';

/** One message of a conversation; `created_at` is an ISO time. */
export type ChatMessage = {
  id: string;
  sender: Enums<'message_sender'>;
  body: string;
  created_at: string;
};

/** Most messages a conversation shows: its latest ones. */
const mostShown = 200;

/** The latest messages of a conversation, oldest first. @throws BackendError */
export async function readMessages(conversationId: string): Promise<ChatMessage[]> {
  return latestMessages(await loadSupabase(), pageTenant(), conversationId);
}

/** The latest messages of a store's conversation, oldest first. @throws BackendError */
export async function latestMessages(
  supabase: Supabase,
  tenantId: string,
  conversationId: string,
): Promise<ChatMessage[]> {
  const answer = await supabase
    .from('messages')
    .select('id, sender, body, created_at')
    .eq('tenant_id', tenantId)
    .eq('conversation_id', conversationId)
    .order('created_at', { ascending: false })
    .limit(mostShown);
  return dataOf(answer).toReversed();
}

/** Marks a conversation as read by whoever calls. @throws BackendError */
export async function markRead(conversationId: string): Promise<void> {
  const supabase = await loadSupabase();
  dataOf(await supabase.rpc('mark_conversation', { p_conversation_id: conversationId }));
}

/**
 * Hears a conversation: `onJoin` runs when listening has begun, and again after every lost connection, for what may have
 * been missed; `onMessage` runs for each message. Returns what ends it.
 */
export function hearConversation(
  conversationId: string,
  { onJoin, onMessage }: { onJoin: () => void; onMessage: () => void },
): () => void {
  let ended = false;
  const joined = loadSupabase().then((supabase) => {
    const topic = `chat:${pageTenant()}:${conversationId}`;
    const channel = supabase.channel(topic, { config: { private: true } });
    channel.on('broadcast', { event: 'message' }, () => {
      if (!ended) onMessage();
    });
    channel.subscribe((status) => {
      if (status === 'SUBSCRIBED' && !ended) onJoin();
    });
    return { supabase, channel };
  });
  return () => {
    ended = true;
    void joined.then(({ supabase, channel }) => supabase.removeChannel(channel));
  };
}
