import { hash } from 'node:crypto';

/** CSP hashes, `'sha256-…'`, of a page's inline scripts. Data blocks are not scripts. */
export function inlineScriptHashes(page: Buffer): string[] {
  const hashes = new Set<string>();
  for (const { attributes, code } of scriptElements(page)) {
    const runs =
      !/\ssrc\s*=/i.test(attributes) && !/type\s*=\s*["']?application\/(ld\+)?json/i.test(attributes);
    if (runs && code.length > 0) hashes.add(`'sha256-${hash('sha256', code, 'base64')}'`);
  }
  return [...hashes];
}

/** Finds scripts in the page's bytes; decoding the whole page would cost more than the search. */
function* scriptElements(page: Buffer): Generator<{ attributes: string; code: Buffer }> {
  for (let start = page.indexOf('<script'); start >= 0; ) {
    const tagEnd = page.indexOf('>', start);
    const end = page.indexOf('</script>', tagEnd);
    if (tagEnd < 0 || end < 0) return;
    yield {
      attributes: page.toString('latin1', start + '<script'.length, tagEnd),
      code: page.subarray(tagEnd + 1, end),
    };
    start = page.indexOf('<script', end);
  }
}

export interface ContentSources {
  /** Origin of a remote backend, for requests, sockets and pictures. */
  backendUrl?: string | undefined;
  /** Origin of the contact page's email provider. */
  mailOrigin?: string | undefined;
  /** Whether the page scans barcodes, with a reader in WebAssembly. */
  scans?: boolean;
}

/** Builds a page's Content-Security-Policy, which allows only its own inline scripts by hash. */
export function contentSecurityPolicy(
  page: Buffer,
  { backendUrl, mailOrigin, scans = false }: ContentSources,
): string {
  const backend = backendUrl ? [backendUrl, backendUrl.replace(/^http/, 'ws')] : [];
  const directives: Record<string, string[]> = {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...(scans ? ["'wasm-unsafe-eval'"] : []), ...inlineScriptHashes(page)],
    // Style attributes set positions and colors; styles cannot run code.
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
