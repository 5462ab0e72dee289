import { createHmac, randomBytes } from 'node:crypto';
import { type LookupOptions, lookup } from 'node:dns';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import { TLSSocket } from 'node:tls';

const DAY = 86_400_000;
/** Warn this many days before a certificate expires. */
const CERTIFICATE_DAYS = 14;
/** Maximum bytes read of an answer. */
const LARGEST_ANSWER = 1024;

/** Where a public address leads, and the state of its certificate. */
export interface AddressCheck {
  origin: string;
  leads: 'here' | 'elsewhere' | 'unknown_name' | 'no_answer' | 'other_port';
  certificate: 'valid' | 'ends_soon' | 'expired' | 'other_name' | 'untrusted' | 'none';
  /** Whole days until the certificate expires; null without one. */
  daysLeft: number | null;
  /** Milliseconds the remote clock is ahead; null if the answer has no date. */
  clockAhead: number | null;
  /** The error code, such as ENOTFOUND or 502; '' without one. */
  reason: string;
}

export interface AddressCheckOptions {
  /** This store's answer to a nonce; undefined if it is not available. */
  proofOf: (nonce: string) => string | undefined | Promise<string | undefined>;
  /** Time limit of each connection, in milliseconds. */
  timeout: number;
  /** Resolver, certificate authority and ports to use instead of this machine's. */
  network?: { lookup?: LookupFunction; ca?: string; ports?: { https: number; http: number } };
  now?: () => number;
}

/**
 * Creates the function that proves identity at `/healthz`: only processes with the same secret can answer a
 * nonce, so an address that returns the answer leads to this store, through whatever proxies.
 */
export function identityProof(secret: string): (nonce: string) => string {
  const key = createHmac('sha256', secret).update('healthz').digest();
  return (nonce) => createHmac('sha256', key).update(nonce).digest('hex');
}

/** The nonce of a health check; undefined if missing or malformed. */
export function nonceOf(query: URLSearchParams): string | undefined {
  const nonce = query.get('nonce') ?? '';
  return /^[\da-f]{32}$/.test(nonce) ? nonce : undefined;
}

/** Body of `/healthz`, with the proof for a nonce if there was one. */
export const healthText = (proof = '') => `alive${proof && ` ${proof}`}\n`;

/** The proof in a `/healthz` body; undefined without one. */
export const proofIn = (text: string): string | undefined => /^alive ([\da-f]{64})\n$/.exec(text)?.[1];

/** Checks where a public address leads, and its certificate. Never follows redirects, never throws. */
export async function checkAddress(origin: string, options: AddressCheckOptions): Promise<AddressCheck> {
  const { protocol, port } = new URL(origin);
  const result: AddressCheck = {
    origin,
    leads: 'no_answer',
    certificate: 'none',
    daysLeft: null,
    clockAhead: null,
    reason: '',
  };
  // Do not reveal what else this machine can reach.
  if (port !== '') return { ...result, leads: 'other_port', reason: port };
  const nonce = randomBytes(16).toString('hex');
  const expected = await options.proofOf(nonce);
  const now = options.now?.() ?? Date.now();
  const judge = ({ text, status, date }: Answer): AddressCheck => {
    const isHere = status === 200 && expected !== undefined && proofIn(text) === expected;
    return {
      ...result,
      leads: isHere ? 'here' : 'elsewhere',
      reason: isHere ? '' : String(status),
      clockAhead: Number.isNaN(date) ? null : date - now,
    };
  };
  const overHttp = () => ask('http:', origin, nonce, options).then(judge);
  try {
    if (protocol === 'http:') return await overHttp();
    const answer = await ask('https:', origin, nonce, options);
    return { ...judge(answer), ...certificateOf(answer, now) };
  } catch (error) {
    const failed: AddressCheck = { ...result, reason: codeOf(error) };
    if (/^(?:ENOTFOUND|ENODATA|EAI_AGAIN)$/.test(failed.reason)) return { ...failed, leads: 'unknown_name' };
    if (protocol === 'http:') return failed;
    // A proxy without HTTPS may already lead here.
    const plain = await overHttp().catch(() => failed);
    return { ...plain, reason: failed.reason };
  }
}

interface Answer {
  status: number;
  text: string;
  /** Date of the answer in epoch milliseconds; NaN without one. */
  date: number;
  certificate?: { end: number; problem: string };
}

function ask(
  protocol: 'http:' | 'https:',
  origin: string,
  nonce: string,
  { timeout, network = {} }: AddressCheckOptions,
): Promise<Answer> {
  const { hostname } = new URL(origin);
  const ports = network.ports ?? { https: 443, http: 80 };
  const options = {
    host: hostname.replace(/^\[|\]$/g, ''),
    path: `/healthz?nonce=${nonce}`,
    headers: { host: hostname },
    agent: false,
    lookup: network.lookup ?? systemLookup,
    signal: AbortSignal.timeout(timeout),
  };
  return new Promise((done, fail) => {
    const request =
      protocol === 'https:'
        ? requestHttps({
            ...options,
            port: ports.https,
            servername: hostname,
            ...(network.ca ? { ca: network.ca } : {}),
            // An invalid certificate is a finding, and nothing secret is sent.
            rejectUnauthorized: false,
          })
        : requestHttp({ ...options, port: ports.http });
    request.once('error', fail).once('response', (response) => {
      const { socket } = response;
      let text = '';
      response
        .setEncoding('utf8')
        .on('data', (part: string) => {
          text += part;
          if (text.length > LARGEST_ANSWER) response.destroy(new Error('too long'));
        })
        .once('error', fail)
        .once('end', () =>
          done({
            status: response.statusCode ?? 0,
            text,
            date: Date.parse(response.headers.date ?? ''),
            ...(socket instanceof TLSSocket && {
              certificate: {
                end: Date.parse(socket.getPeerCertificate().valid_to),
                problem: socket.authorized ? '' : String(socket.authorizationError),
              },
            }),
          }),
        );
    });
    request.end();
  });
}

const systemLookup: LookupFunction = (hostname, options: LookupOptions, callback) =>
  lookup(hostname, options, callback);

function certificateOf(
  { certificate }: Answer,
  now: number,
): Pick<AddressCheck, 'certificate' | 'daysLeft'> & { reason?: string } {
  if (!certificate) return { certificate: 'none', daysLeft: null };
  const daysLeft = Math.floor((certificate.end - now) / DAY);
  if (/EXPIRED/.test(certificate.problem) || daysLeft < 0) return { certificate: 'expired', daysLeft };
  if (/ALTNAME/.test(certificate.problem)) return { certificate: 'other_name', daysLeft };
  if (certificate.problem) return { certificate: 'untrusted', daysLeft, reason: certificate.problem };
  return { certificate: daysLeft > CERTIFICATE_DAYS ? 'valid' : 'ends_soon', daysLeft };
}

/** A network error's code; its message contains addresses. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'failed';
  if (error.name === 'TimeoutError' || error.name === 'AbortError') return 'ETIMEDOUT';
  return 'code' in error && typeof error.code === 'string' ? error.code : 'failed';
}
