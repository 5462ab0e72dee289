import { expect } from '@playwright/test';
import { mailboxToken } from 'embedded-supabase/mail';
import type { StoreProcess } from '../support/store-process.ts';

/** The URL of the store's local mailbox, as its start prints it. */
export async function mailboxAddress(store: StoreProcess): Promise<string> {
  return `/_mail?token=${await mailboxToken(store.dataDir)}`;
}

/** Waits for a message to an address in the store's local mailbox, and returns its text, with links as HTML. */
export async function mailedText(store: StoreProcess, to: string, subject: string): Promise<string> {
  const headers = { cookie: `mailbox=${await mailboxToken(store.dataDir)}` };
  const read = async (path: string) =>
    (await fetch(`http://127.0.0.1:${store.port}${path}`, { headers })).text();
  let text = '';
  await expect(async () => {
    const entries = (await read('/_mail')).split('<li>');
    const entry = entries.find((one) => one.includes(`To ${to},`) && one.includes(subject));
    const [, path = ''] = /href="([^"]+)"/.exec(entry ?? '') ?? [];
    expect(path, `a message "${subject}" to ${to}`).not.toBe('');
    [, text = ''] = /<pre>([\s\S]*?)<\/pre>/.exec(await read(path)) ?? [];
  }).toPass({ timeout: 30_000 });
  return text;
}

/** Waits for a message to an address in the store's local mailbox, and returns the URL of its button. */
export async function mailedLink(store: StoreProcess, to: string, subject: string): Promise<string> {
  const [, address = ''] = /href="([^"]+)"/.exec(await mailedText(store, to, subject)) ?? [];
  return address.replaceAll('&amp;', '&');
}
