import { dataOf } from '#app/lib/backend-error.ts';
import type { Enums } from '#app/lib/database.types.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { subscribe } from '#app/lib/realtime-topics.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';

/** A chat message; `created_at` is an ISO time. */
export type ConversationMessage = {
  id: string;
  sender: Enums<'message_sender'>;
  body: string;
  created_at: string;
};

/** Maximum number of messages in a conversation. */
const mostShown = 200;

/** Reads the latest messages of a conversation, oldest first. @throws BackendError */
export async function readMessages(conversationId: string): Promise<ConversationMessage[]> {
  const supabase = await loadSupabase();
  const answer = await supabase
    .from('messages')
    .select('id, sender, body, created_at')
    .eq('tenant_id', pageTenant())
    .eq('conversation_id', conversationId)
    .order('created_at', { ascending: false })
    .limit(mostShown);
  return dataOf(answer).toReversed();
}

/** Marks a conversation as read by the caller. @throws BackendError */
export async function markRead(conversationId: string): Promise<void> {
  const supabase = await loadSupabase();
  dataOf(await supabase.rpc('mark_conversation', { p_conversation_id: conversationId }));
}

/**
 * Subscribes to a conversation. `onJoin` runs after every connect, to read missed messages; `onMessage` runs for each
 * message. @returns a function that unsubscribes
 */
export function subscribeToConversation(
  conversationId: string,
  { onJoin, onMessage }: { onJoin: () => void; onMessage: () => void },
): () => void {
  return subscribe(`chat:${pageTenant()}:${conversationId}`, (event) => {
    if (event === 'joined') onJoin();
    if (event === 'message') onMessage();
  });
}
