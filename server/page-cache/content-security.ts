import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';

const OPENING = '<script';
const CLOSING = '</script>';
/** Letters of a script that the next page is likely to have too. */
const SHORT = 2_048;

const known = new LRUCache<string, string>({ max: 200 });

function sourceOf(code: string): string {
  const found = known.get(code);
  if (found) return found;
  const source = `'sha256-${hash('sha256', code, 'base64')}'`;
  if (code.length <= SHORT) known.set(code, source);
  return source;
}

/** Sources of the page's own inline scripts in CSP's form, `'sha256-…'`, each once. Data blocks are not scripts. */
export function inlineScriptHashes(pieces: readonly string[]): string[] {
  const hashes = new Set<string>();
  for (const piece of pieces) addScriptHashes(piece, hashes);
  return [...hashes];
}

function addScriptHashes(html: string, hashes: Set<string>): void {
  for (let at = html.indexOf(OPENING); at >= 0; ) {
    const start = html.indexOf('>', at) + 1;
    const end = html.indexOf(CLOSING, start);
    if (start === 0 || end < 0) break;
    const attributes = html.slice(at + OPENING.length, start - 1);
    const code = html.slice(start, end);
    const runs =
      !/\ssrc\s*=/i.test(attributes) && !/type\s*=\s*["']?application\/(ld\+)?json/i.test(attributes);
    if (runs && code) hashes.add(sourceOf(code));
    at = html.indexOf(OPENING, end);
  }
}

export interface ContentSources {
  /** Origin of a backend on another host, for calls, sockets and pictures. */
  backendUrl?: string | undefined;
  /** Origin of the contact page's e-mail provider, where there is one. */
  mailOrigin?: string | undefined;
}

/**
 * Makes a page's content security policy: no inline script but the page's own, known by their hashes.
 * @param pieces the page's text, cut nowhere within a script that runs
 */
export function contentSecurityPolicy(
  pieces: readonly string[],
  { backendUrl, mailOrigin }: ContentSources,
): string {
  const backend = backendUrl ? [backendUrl, backendUrl.replace(/^http/, 'ws')] : [];
  const directives: Record<string, string[]> = {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...inlineScriptHashes(pieces)],
    // Positions and colours are set as style attributes; a style cannot run code.
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", 'data:', 'blob:', 'https:', ...backend.slice(0, 1)],
    'media-src': ["'self'", 'blob:', 'https:', ...backend.slice(0, 1)],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...(mailOrigin ? [mailOrigin] : []), ...backend],
    'worker-src': ["'self'", 'blob:'],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'", ...backend.slice(0, 1)],
    'frame-ancestors': ["'none'"],
  };
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ');
}
