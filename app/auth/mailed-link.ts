import { loadSupabase } from '#app/lib/supabase-browser.ts';
import { authFailure } from './failure.ts';

/** What the link of a message carries: a token for any device, a code for the one that asked, a session, a refusal. */
export type MailedLink =
  | { kind: 'token'; tokenHash: string }
  | { kind: 'code'; code: string }
  | { kind: 'session'; accessToken: string; refreshToken: string }
  | { kind: 'refused'; code: string };

/** What became of a link: it opened a session, is used up or too old, or only works in the browser that asked. */
export type OpenedLink = 'open' | 'spent' | 'elsewhere';

/** Reads a link; undefined for an address that comes from no message. */
export function mailedLinkOf({ searchParams, hash }: URL): MailedLink | undefined {
  const fragment = new URLSearchParams(hash.slice(1));
  const tokenHash = searchParams.get('token_hash');
  if (tokenHash) return { kind: 'token', tokenHash };
  const refusal = searchParams.get('error_code') ?? fragment.get('error_code');
  if (refusal || searchParams.has('error') || fragment.has('error')) {
    return { kind: 'refused', code: refusal ?? '' };
  }
  const code = searchParams.get('code');
  if (code) return { kind: 'code', code };
  const [accessToken, refreshToken] = [fragment.get('access_token'), fragment.get('refresh_token')];
  return accessToken && refreshToken ? { kind: 'session', accessToken, refreshToken } : undefined;
}

/** The address without what only its link needed; where somebody wanted to go stays. */
export function withoutLink({ pathname, searchParams }: URL): string {
  const next = searchParams.get('next');
  return next ? `${pathname}?next=${encodeURIComponent(next)}` : pathname;
}

let opening: { address: string; opened: Promise<OpenedLink> } | undefined;

/**
 * Opens the session that a link stands for. A link works once, so it is opened once however often the page asks; its
 * secret leaves the address bar and the history with the answer.
 * @throws AuthRetryableFetchError when the backend was not reached: the link still works then
 */
export function openMailedLink(url: URL, link: MailedLink, type: 'recovery' | 'signup'): Promise<OpenedLink> {
  if (opening?.address === url.href) return opening.opened;
  const opened = open(link, type)
    .then((outcome) => {
      history.replaceState(history.state, '', withoutLink(url));
      return outcome;
    })
    .finally(() => {
      opening = undefined;
    });
  opening = { address: url.href, opened };
  return opened;
}

async function open(link: MailedLink, type: 'recovery' | 'signup'): Promise<OpenedLink> {
  if (link.kind === 'refused') return 'spent';
  const { auth } = await loadSupabase();
  const { error } =
    link.kind === 'token'
      ? await auth.verifyOtp({ type, token_hash: link.tokenHash })
      : link.kind === 'code'
        ? await auth.exchangeCodeForSession(link.code)
        : await auth.setSession({ access_token: link.accessToken, refresh_token: link.refreshToken });
  if (!error) return 'open';
  const { name } = authFailure(error);
  if (name === 'AuthRetryableFetchError') throw error;
  return name === 'AuthPKCECodeVerifierMissingError' ? 'elsewhere' : 'spent';
}
