import { loadSupabase } from '#app/lib/supabase-browser.ts';

let opening: Promise<boolean> | undefined;

/**
 * Opens the session that the link of a reset e-mail stands for: by token hash, which works on any device, or by a code
 * of the device that asked. A link works once, so it is opened once however often the page asks.
 * @returns whether somebody may now set a new password.
 */
export function openRecoveryLink(url: URL): Promise<boolean> {
  opening ??= open(url).finally(() => {
    opening = undefined;
  });
  return opening;
}

async function open({ searchParams, hash, pathname }: URL): Promise<boolean> {
  const supabase = await loadSupabase();
  const tokenHash = searchParams.get('token_hash');
  const code = searchParams.get('code');
  const fragment = new URLSearchParams(hash.slice(1));
  // The secret of the link must not stay in the address bar or its history.
  if (tokenHash || code || hash) history.replaceState(history.state, '', pathname);
  if (tokenHash) {
    const { error } = await supabase.auth.verifyOtp({ type: 'recovery', token_hash: tokenHash });
    return !error;
  }
  if (code) {
    const { error } = await supabase.auth.exchangeCodeForSession(code);
    return !error;
  }
  const access_token = fragment.get('access_token');
  const refresh_token = fragment.get('refresh_token');
  if (access_token && refresh_token) {
    const { error } = await supabase.auth.setSession({ access_token, refresh_token });
    return !error;
  }
  const { data } = await supabase.auth.getSession();
  return data.session !== null;
}
