import { tabStorage } from './browser-storage.ts';

/** A role as which somebody sees the office in this tab, with what it may do. */
export interface SeenAs {
  /** The role's name. */
  role: string;
  capabilities: readonly string[];
}

const storage = tabStorage('souk-seen-as');

/** The role as which this tab shows the office (docs/product.md, Rights); null for one's own. */
export function seenAs(): SeenAs | null {
  const stored = storage.read();
  return stored === null ? null : (JSON.parse(stored) as SeenAs);
}

/** Shows the office of this tab as a role, or with null as one's own again, from the next document on. */
export function seeAs(role: SeenAs | null): void {
  storage.write(role && JSON.stringify(role));
}

/** Functions that change something and take no request id, which all others do. */
export const writersWithoutRequestId = [
  'accept_staff_invitation',
  'choose_notifications',
  'claim_call',
  'claim_order',
  'create_profile_with_tenant',
  'create_simple_profile',
  'export_personal_data',
  'grant_staff_role',
  'invite_staff',
  'keep_call',
  'mark_conversation',
  'mark_seen',
  'order_banners',
  'order_faq_questions',
  'place_order',
  'place_order_for',
  'release_call',
  'renew_staff_invitation',
  'request_exchange',
  'request_size_replacement',
  'retry_jobs',
  'revoke_staff_role',
  'see_approval_requests',
  'set_user_role',
  'share_pay_link',
];

/** Whether a request of the backend's client would change something. */
export function isWrite(
  url: string,
  { method = 'GET', body }: Pick<RequestInit, 'method' | 'body'>,
): boolean {
  const { pathname } = new URL(url, 'https://store.invalid');
  if (method === 'GET' || method === 'HEAD') return false;
  const [, name] = /\/rest\/v1\/rpc\/(\w+)$/.exec(pathname) ?? [];
  if (name) return writersWithoutRequestId.includes(name) || String(body).includes('"p_request_id"');
  if (pathname.includes('/storage/v1/')) return !/\/object\/(list|sign)\//.test(pathname);
  return pathname.includes('/rest/v1/');
}

/** Refuses what would change something while the office is seen as a role. */
export function fetchAsSeen(fetchNext: typeof fetch): typeof fetch {
  return (input, init = {}) => {
    const url = input instanceof Request ? input.url : String(input);
    if (!seenAs() || !isWrite(url, init)) return fetchNext(input, init);
    const refusal = {
      code: '42501',
      message: 'The office is seen as a role.',
      details: 'seen_as',
      hint: null,
    };
    return Promise.resolve(Response.json(refusal, { status: 403 }));
  };
}
