import { createHmac, randomBytes } from 'node:crypto';
import { type LookupOptions, lookup } from 'node:dns';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import { TLSSocket } from 'node:tls';

const DAY = 86_400_000;
/** Days before its end from which a certificate is to be renewed. */
const CERTIFICATE_DAYS = 14;
/** Longest answer that is read, in bytes. */
const LARGEST_ANSWER = 1024;

/** Where a public address leads, and what its certificate is worth. */
export interface AddressCheck {
  origin: string;
  leads: 'here' | 'elsewhere' | 'unknown_name' | 'no_answer' | 'other_port';
  certificate: 'valid' | 'ends_soon' | 'expired' | 'other_name' | 'untrusted' | 'none';
  /** Whole days until the certificate ends; null without one. */
  daysLeft: number | null;
  /** Milliseconds that the clock there is ahead; null when the answer does not say. */
  clockAhead: number | null;
  /** What the network said of a failure, such as ENOTFOUND or 502; '' without one. */
  reason: string;
}

export interface AddressCheckOptions {
  /** What this store answers to a nonce; undefined when nobody can say. */
  proofOf: (nonce: string) => string | undefined | Promise<string | undefined>;
  /** Time limit of each connection, in milliseconds. */
  timeout: number;
  /** The resolver, certificate authorities and ports of a network; those of this machine without them. */
  network?: { lookup?: LookupFunction; ca?: string; ports?: { https: number; http: number } };
  now?: () => number;
}

/**
 * Creates the function that proves who answers at `/healthz`: only processes with the same secret know the answer to a
 * nonce, so an address that gives it leads to this store, through whatever proxies.
 */
export function identityProof(secret: string): (nonce: string) => string {
  const key = createHmac('sha256', secret).update('healthz').digest();
  return (nonce) => createHmac('sha256', key).update(nonce).digest('hex');
}

/** The nonce of a health check; undefined for none and for what no check sends. */
export function nonceOf(query: URLSearchParams): string | undefined {
  const nonce = query.get('nonce') ?? '';
  return /^[\da-f]{32}$/.test(nonce) ? nonce : undefined;
}

/** What `/healthz` answers: that the process lives, and its proof for a nonce. */
export const healthText = (proof = '') => `alive${proof && ` ${proof}`}\n`;

/** The proof in an answer of `/healthz`; undefined without one. */
export const proofIn = (text: string): string | undefined => /^alive ([\da-f]{64})\n$/.exec(text)?.[1];

/** Checks whether a public address leads to this store, and its certificate. Never follows redirects, never throws. */
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
  // What else this machine can reach is nobody's business.
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
    // A proxy that speaks no HTTPS yet may lead here already.
    const plain = await overHttp().catch(() => failed);
    return { ...plain, reason: failed.reason };
  }
}

interface Answer {
  status: number;
  text: string;
  /** Its date, in milliseconds; NaN without one. */
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
            // An invalid certificate is a finding, and what it protects is no secret.
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

/** The code of a network error: its message names addresses. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'failed';
  if (error.name === 'TimeoutError' || error.name === 'AbortError') return 'ETIMEDOUT';
  return 'code' in error && typeof error.code === 'string' ? error.code : 'failed';
}
