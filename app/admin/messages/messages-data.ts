import { readMessages } from '#app/chat/conversation-data.ts';
import { dataOf } from '#app/lib/backend-error.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { isRowId } from '#app/lib/row-id.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import { sendOnce } from '#app/ui/send-once.ts';
import { listPage } from '../kit/list/list-page.ts';
import { containsCondition } from '../kit/list/search-pattern.ts';
import { orderOf, type Sort } from '../kit/list/sort.ts';

export const messagesPerPage = 25;
export const messageBoxes = ['open', 'waiting', 'archived'] as const;
export const messageKinds = ['all', 'contact', 'chat'] as const;

/** Sort keys of the list and their columns. */
export const messageSorts = {
  name: 'name',
  subject: 'subject',
  kind: 'kind',
  last: 'last_message_at',
} as const;
export const defaultMessageSort = '-last';

export type MessageFilter = {
  box: (typeof messageBoxes)[number];
  kind: (typeof messageKinds)[number];
  search: string;
  sort: Sort<keyof typeof messageSorts>;
  page: number;
};

const columns =
  'id, kind, user_id, name, email, subject, is_open, unread_by_staff, answered_at, last_message_at';

/** Reads a page of the store's conversations with their last message. @throws BackendError */
export async function readConversations(
  { box, kind, search, sort, page }: MessageFilter,
  perPage = messagesPerPage,
) {
  const supabase = await loadSupabase();
  const from = (page - 1) * perPage;
  const { column, ascending } = orderOf(sort, messageSorts);
  let query = supabase
    .from('conversations')
    .select(`${columns}, messages (body)`, { count: 'exact' })
    .eq('tenant_id', pageTenant())
    .eq('is_open', box !== 'archived')
    .order(column, { ascending })
    .order('id')
    .order('created_at', { referencedTable: 'messages', ascending: false })
    .limit(1, { referencedTable: 'messages' })
    .range(from, from + perPage - 1);
  if (box === 'waiting') query = query.is('answered_at', null);
  if (kind !== 'all') query = query.eq('kind', kind);
  if (search.trim()) query = query.or(containsCondition(['name', 'email', 'subject'], search));
  const { rows: conversations, count } = listPage(await query);
  const rows = conversations.map(({ messages, ...row }) => ({
    ...row,
    lastMessage: messages[0]?.body ?? '',
  }));
  return { rows, count };
}

export type ListedConversation = Awaited<ReturnType<typeof readConversations>>['rows'][number];

/** Reads a conversation with its messages; null when the id is unknown in the store. @throws BackendError */
export async function readConversation(id: string) {
  if (!isRowId(id)) return null;
  const supabase = await loadSupabase();
  const [answer, messages] = await Promise.all([
    supabase.from('conversations').select(columns).eq('tenant_id', pageTenant()).eq('id', id).maybeSingle(),
    readMessages(id),
  ]);
  const conversation = dataOf(answer);
  return conversation && { conversation, messages };
}

export type OpenConversation = NonNullable<Awaited<ReturnType<typeof readConversation>>>;

/** Archives or reopens a conversation, or marks it as answered or not. @throws BackendError */
export async function markConversation(
  id: string,
  change: { p_open: boolean } | { p_answered: boolean },
): Promise<void> {
  const supabase = await loadSupabase();
  dataOf(await supabase.rpc('mark_conversation', { p_conversation_id: id, ...change }));
}

/** Replies to a chat. @throws BackendError */
export async function answerChat(id: string, body: string): Promise<void> {
  const supabase = await loadSupabase();
  const reply = { p_conversation_id: id, p_body: body };
  await sendOnce(`reply_to_conversation ${id}`, async (requestId) =>
    dataOf(await supabase.rpc('reply_to_conversation', { ...reply, p_request_id: requestId })),
  );
}
