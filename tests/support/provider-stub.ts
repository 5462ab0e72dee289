import type { IncomingMessage } from 'node:http';
import { type Served, sendJson, serveRequests } from './stub-server.ts';

/** A provider's callback. */
export interface Announcement {
  /** With its question mark, or ''. */
  query: string;
  headers: Record<string, string>;
  body: string;
}

/** A payment page opened by a stub. Amounts are piastres. */
export interface Attempt {
  /** The provider's id. */
  id: string;
  url: string;
  amount: number;
  currency: string;
  /** Our reference. */
  reference: string;
  returnUrl: string;
  method: string;
}

/** What the stubs of all providers share: they behave as documented, and misbehave on demand. */
export interface ProviderStub {
  name: string;
  url: string;
  /** Environment variables that configure the store for it. */
  environment: Record<string, string>;
  /** A checkout option that it serves. */
  option: string;
  attempts: Attempt[];
  /** Completed refunds, in piastres. */
  refunds: { attempt: Attempt; amount: number }[];
  /** Initial states of the next refunds. */
  refundsEnd: 'done' | 'pending' | 'refused';
  /** Number of responses that fail with 500 before it recovers. */
  failNext: number;
  /** Requests never get a response. */
  hangs: boolean;
  /** The next refund is made, but its response is lost. */
  losesRefundAnswer: boolean;
  /** Callback URL of its page; none while empty. */
  callbackUrl: string;
  /** Pays; optionally a wrong amount or currency. */
  pay(attempt: Attempt, paid?: { amount?: number; currency?: string }): Announcement;
  decline(attempt: Attempt): Announcement;
  /** An undocumented state with a valid signature. */
  puzzle(attempt: Attempt): Announcement;
  /** Refunds a part in the provider's dashboard. */
  giveBack(attempt: Attempt, amount: number): Announcement;
  /** Authorizes a payment without capturing it. */
  hold(attempt: Attempt, paid?: { amount?: number; currency?: string }): Announcement;
  /** Captures a part of a hold in the provider's dashboard. */
  capture(attempt: Attempt, amount: number): Announcement;
  /** Releases a hold, or voids a payment, in the provider's dashboard. */
  void(attempt: Attempt): Announcement;
  /** The provider's balance of an attempt: payments less refunds, in piastres. */
  sum(attempt: Attempt): number;
  /** Callbacks that it sends after our own requests. */
  outbox: Announcement[];
  /** Outcomes of the next captures. */
  capturesEnd: 'done' | 'refused' | 'lost';
  /** Callbacks of the account for no attempt of the store, or for another one. */
  strangers(attempt: Attempt): Announcement[];
  /** The same callback in variants that the provider never signed. */
  forge(announcement: Announcement): Announcement[];
  close(): Promise<void>;
}

/** The state of a stub that has received nothing and fails nothing. */
export const untouched = () => ({
  attempts: [] as Attempt[],
  refunds: [] as ProviderStub['refunds'],
  refundsEnd: 'done' as ProviderStub['refundsEnd'],
  failNext: 0,
  hangs: false,
  losesRefundAnswer: false,
  capturesEnd: 'done' as ProviderStub['capturesEnd'],
  outbox: [] as Announcement[],
  callbackUrl: '',
});

export interface Answer {
  status?: number;
  body?: object;
  html?: string;
  location?: string;
}

/** Serves a stub on a free port; `hangs` holds requests until the server closes. */
export async function serveStub(
  answer: (request: IncomingMessage, url: URL, body: string) => Promise<Answer> | Answer,
  hangs: () => boolean,
): Promise<Served> {
  return serveRequests(async (request, response, text) => {
    if (hangs()) return;
    const asked = new URL(request.url ?? '/', `http://${request.headers.host}`);
    const { status = 200, body = {}, html, location } = await answer(request, asked, text);
    if (location) response.writeHead(303, { location }).end();
    else if (html) response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' }).end(html);
    else sendJson(response, status, body);
  });
}

/** A provider's payment page: buttons to pay and to fail, and a message. */
export const payPage = (title: string, { amount, currency, method }: Attempt, pay: string, decline: string) =>
  `<!doctype html><html lang="en"><title>${title}</title><link rel="icon" href="data:,">
  <h1>${title}: pay ${(amount / 100).toFixed(2)} ${currency} by ${method}</h1>
  <p><a href="${pay}">Pay</a></p><p><a href="${decline}">Use an empty account</a></p></html>`;

/** Sends a callback and ignores the response. */
export async function sendCallback(url: string, { query, headers, body }: Announcement): Promise<void> {
  if (url) await fetch(`${url}${query}`, { method: 'POST', headers, body });
}
