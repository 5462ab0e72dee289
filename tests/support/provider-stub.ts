import type { IncomingMessage } from 'node:http';
import { type Served, sendJson, serveRequests } from './stub-server.ts';

/** A callback as a provider sends it. */
export interface Announcement {
  /** With its question mark, or ''. */
  query: string;
  headers: Record<string, string>;
  body: string;
}

/** A page to pay on, as a stub opened it. Amounts are piastres. */
export interface Attempt {
  /** As the provider calls it. */
  id: string;
  url: string;
  amount: number;
  currency: string;
  /** Our reference of it. */
  reference: string;
  returnUrl: string;
  method: string;
}

/** What the stubs of all providers have in common: they behave as documented, and misbehave as told. */
export interface ProviderStub {
  name: string;
  url: string;
  /** Variables that configure the store for it. */
  environment: Record<string, string>;
  /** An option of the checkout that it serves. */
  option: string;
  attempts: Attempt[];
  /** Refunds that were made, in piastres. */
  refunds: { attempt: Attempt; amount: number }[];
  /** How the next refunds end at first. */
  refundsEnd: 'done' | 'pending' | 'refused';
  /** Answers that fail with 500 before it works again. */
  failNext: number;
  /** Requests are never answered. */
  hangs: boolean;
  /** The next refund is made, but its answer is lost. */
  losesRefundAnswer: boolean;
  /** Where its page announces to; nowhere while empty. */
  callbackUrl: string;
  /** Somebody pays; another amount or currency than asked for, when told so. */
  pay(attempt: Attempt, came?: { amount?: number; currency?: string }): Announcement;
  decline(attempt: Attempt): Announcement;
  /** A state that is in no document, signed as it should be. */
  puzzle(attempt: Attempt): Announcement;
  /** Gives a part back, as somebody does at the provider's own desk. */
  giveBack(attempt: Attempt, amount: number): Announcement;
  /** Somebody pays, and the bank only holds it. */
  hold(attempt: Attempt, came?: { amount?: number; currency?: string }): Announcement;
  /** Takes a part of what is held, as somebody does at the provider's own desk. */
  capture(attempt: Attempt, amount: number): Announcement;
  /** Lets what is held go, or takes back what was paid, as somebody does at the provider's own desk. */
  void(attempt: Attempt): Announcement;
  /** The provider's own sum of an attempt: what came less what went back, in piastres. */
  sum(attempt: Attempt): number;
  /** What it announces of its own accord, once it did what it was asked for. */
  outbox: Announcement[];
  /** How the next captures end. */
  capturesEnd: 'done' | 'refused' | 'lost';
  /** Callbacks of the account that are of no attempt of the store, or not of this one. */
  strangers(attempt: Attempt): Announcement[];
  /** The same announcement in ways that its provider never signed. */
  forge(announcement: Announcement): Announcement[];
  close(): Promise<void>;
}

export interface Answer {
  status?: number;
  body?: object;
  html?: string;
  location?: string;
}

/** Serves a stub's answers on a port of its own; `hangs` holds requests until the server closes. */
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

/** What a person sees at a provider: buttons to pay and to fail, and what it says. */
export const payPage = (title: string, { amount, currency, method }: Attempt, pay: string, decline: string) =>
  `<!doctype html><html lang="en"><title>${title}</title><link rel="icon" href="data:,">
  <h1>${title}: pay ${(amount / 100).toFixed(2)} ${currency} by ${method}</h1>
  <p><a href="${pay}">Pay</a></p><p><a href="${decline}">Use an empty account</a></p></html>`;

/** Sends a callback as its provider does; does not mind what comes of it. */
export async function sendCallback(url: string, { query, headers, body }: Announcement): Promise<void> {
  if (url) await fetch(`${url}${query}`, { method: 'POST', headers, body });
}
