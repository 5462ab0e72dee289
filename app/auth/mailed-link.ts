import { loadSupabase } from '#app/lib/supabase-browser.ts';
import { authFailure } from './failure.ts';
import { pathWithNext } from './next-path.ts';

/** What an emailed link carries: a token for any device, a code for the requesting browser, a session, or an error. */
type MailedLink =
  | { kind: 'token'; tokenHash: string }
  | { kind: 'code'; code: string }
  | { kind: 'session'; accessToken: string; refreshToken: string }
  | { kind: 'refused'; code: string };

/** Result of opening a link; `elsewhere` when it only works in the browser that requested it. */
export type OpenedLink = 'open' | 'spent' | 'elsewhere';

/** Parses a link; undefined for a URL that is not from a mail. */
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

/** Removes the link's parameters from a URL and keeps `next`. */
export const withoutLink = ({ pathname, searchParams }: URL): string =>
  pathWithNext(pathname, searchParams.get('next') ?? '');

let opening: { address: string; opened: Promise<OpenedLink> } | undefined;

/**
 * Opens the session of a link. A link works once, so concurrent calls share one attempt; its secret is removed from the
 * address bar and the history.
 * @throws AuthRetryableFetchError when the backend cannot be reached; the link then still works
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
