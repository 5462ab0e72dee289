import { amongStores } from '#app/auth/office-stores.ts';
import { readMessages } from '#app/chat/conversation-data.ts';
import { dataOf } from '#app/lib/backend-error.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { isRowId } from '#app/lib/row-id.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import type { Supabase } from '#app/lib/supabase-client.ts';
import { sendOnce } from '#app/ui/send-once.ts';
import { assignedIn, type Whose, withAssignments } from '../ui/assignment/whose.ts';
import { listPage } from '../ui/list/list-page.ts';
import { readByKey, sortedBy } from '../ui/list/read-by-key.ts';
import { foldedPattern } from '../ui/list/search-pattern.ts';
import { orderOf, type Sort } from '../ui/list/sort.ts';

export const messagesPerPage = 25;
export const messageBoxes = ['open', 'waiting', 'archived'] as const;
export const conversationKinds = ['all', 'contact', 'chat'] as const;

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
  kind: (typeof conversationKinds)[number];
  whose: Whose;
  search: string;
  sort: Sort<keyof typeof messageSorts>;
  page: number;
};

const columns =
  'id, tenant_id, kind, user_id, name, email, subject, language, is_open, last_message_at, facts:conversation_staff_facts!inner (unread_by_staff, answered_at), assignments (user_id)' as const;

/** Returns the query for the stores' conversations that match a filter, with their last message, unsorted. */
function filteredConversations(
  supabase: Supabase,
  tenantIds: readonly string[],
  { box, kind, whose, search }: MessageFilter,
  count?: 'exact',
) {
  const listColumns = `${columns}, messages (body)` as const;
  let query = supabase
    .from('conversations')
    .select(withAssignments(listColumns, whose) as typeof listColumns, count && { count })
    .filter('tenant_id', ...amongStores(tenantIds))
    .eq('is_open', box !== 'archived')
    .order('created_at', { referencedTable: 'messages', ascending: false })
    .limit(1, { referencedTable: 'messages' });
  if (box === 'waiting') query = query.is('facts.answered_at', null);
  if (kind !== 'all') query = query.eq('kind', kind);
  if (search.trim()) query = query.like('facts.search_text', foldedPattern(search));
  return assignedIn(query, whose);
}

type ConversationRow = NonNullable<Awaited<ReturnType<typeof filteredConversations>>['data']>[number];

const listed = ({ messages, facts, ...row }: ConversationRow) => ({
  ...row,
  ...facts,
  lastMessage: messages[0]?.body ?? '',
});

export type ListedConversation = ReturnType<typeof listed>;

/** Reads a page of the stores' conversations with their last message. @throws BackendError */
export async function readConversations(
  tenantIds: readonly string[],
  filter: MessageFilter,
  perPage = messagesPerPage,
) {
  const supabase = await loadSupabase();
  const from = (filter.page - 1) * perPage;
  const { column, ascending } = orderOf(filter.sort, messageSorts);
  const { rows, count } = listPage(
    await filteredConversations(supabase, tenantIds, filter, 'exact')
      .order(column, { ascending })
      .order('id')
      .range(from, from + perPage - 1),
  );
  return { rows: rows.map(listed), count };
}

/** Reads all of the stores' conversations that match a filter, in the list's sort. @throws BackendError */
export async function readAllConversations(
  tenantIds: readonly string[],
  filter: MessageFilter,
): Promise<ListedConversation[]> {
  const supabase = await loadSupabase();
  const conversations = await readByKey<ListedConversation>(async (after, limit) => {
    const query = filteredConversations(supabase, tenantIds, filter).order('id').limit(limit);
    return dataOf(await (after === null ? query : query.gt('id', after))).map(listed);
  });
  const { column, ascending } = orderOf(filter.sort, messageSorts);
  return sortedBy(conversations, column, ascending);
}

/** What became of the mail of an answer; neither sent nor failed: waiting. */
export type MessageMail = { sent_at: string | null; failed_at: string | null; error: string };

/** Reads what became of the mailed answers of a conversation, by message. @throws BackendError */
async function readMails(conversationId: string): Promise<ReadonlyMap<string, MessageMail>> {
  const supabase = await loadSupabase();
  const answer = await supabase
    .from('message_mails')
    .select('message_id, sent_at, failed_at, error, messages!inner ()')
    .eq('tenant_id', pageTenant())
    .eq('messages.conversation_id', conversationId);
  return new Map(dataOf(answer).map(({ message_id, ...mail }) => [message_id, mail]));
}

/** Reads which of the stores has a conversation; undefined when none has it. @throws BackendError */
export async function readStoreOfConversation(
  tenantIds: readonly string[],
  id: string,
): Promise<string | undefined> {
  if (!isRowId(id)) return undefined;
  const supabase = await loadSupabase();
  const answer = await supabase
    .from('conversations')
    .select('tenant_id')
    .filter('tenant_id', ...amongStores(tenantIds))
    .eq('id', id)
    .maybeSingle();
  return dataOf(answer)?.tenant_id;
}

/** Reads a conversation with its messages; null when the store does not have it. @throws BackendError */
export async function readConversation(id: string) {
  if (!isRowId(id)) return null;
  const supabase = await loadSupabase();
  const [answer, messages, mails, replyAddress] = await Promise.all([
    supabase.from('conversations').select(columns).eq('tenant_id', pageTenant()).eq('id', id).maybeSingle(),
    readMessages(id),
    readMails(id),
    supabase.rpc('reply_address', { p_tenant_id: pageTenant() }),
  ]);
  const row = dataOf(answer);
  if (!row) return null;
  const { facts, ...conversation } = row;
  return { conversation: { ...conversation, ...facts }, messages, mails, replyAddress: dataOf(replyAddress) };
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

/** Sends the mail of an answer again that could not be sent. @throws BackendError */
export async function resendReply(messageId: string): Promise<void> {
  const supabase = await loadSupabase();
  await sendOnce(`resend_reply ${messageId}`, async (requestId) =>
    dataOf(await supabase.rpc('resend_reply', { p_message_id: messageId, p_request_id: requestId })),
  );
}

/** Replies to a chat, or by mail to a contact message. @throws BackendError */
export async function replyToConversation(id: string, body: string): Promise<void> {
  const supabase = await loadSupabase();
  const reply = { p_conversation_id: id, p_body: body };
  await sendOnce(`reply_to_conversation ${id}`, async (requestId) =>
    dataOf(await supabase.rpc('reply_to_conversation', { ...reply, p_request_id: requestId })),
  );
}
