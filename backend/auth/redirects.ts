import { isIP } from 'node:net';
import type { AuthSettings } from './options.ts';
import type { Call } from './parts.ts';

/** Schemes that run or read something instead of leading somewhere. */
const NEVER = new Set(['javascript:', 'data:', 'vbscript:', 'file:', 'blob:', 'about:', 'view-source:']);

type RedirectRules = Pick<AuthSettings, 'siteUrl' | 'redirectAllowList'>;

/** Where the caller wants people to land, if that is allowed: `redirect_to`, else the page they come from, else the site. */
export function redirectTarget(rules: RedirectRules, call: Call): string {
  const { headers } = call.request;
  const wanted = call.query.get('redirect_to') ?? headers.get('redirect_to');
  return (
    allowedRedirect(rules, wanted ?? '') ??
    allowedRedirect(rules, headers.get('referer') ?? '') ??
    rules.siteUrl
  );
}

/** The address as a browser would read it, when links may lead there. */
export function allowedRedirect(rules: RedirectRules, wanted: string): string | undefined {
  const target = parse(wanted);
  const site = parse(rules.siteUrl);
  if (!target || !site || NEVER.has(target.protocol) || target.username || target.password) return undefined;
  if (sameSite(site, target)) return target.href;
  const isWeb = target.protocol === 'http:' || target.protocol === 'https:';
  if (isWeb && isIP(target.hostname.replace(/^\[|\]$/g, '')) && !isLoopback(target.hostname))
    return undefined;
  const withoutFragment = target.href.split('#', 1)[0] ?? '';
  const allowed = rules.redirectAllowList.some((pattern) => globToRegExp(pattern).test(withoutFragment));
  return allowed ? target.href : undefined;
}

/** The site's own scheme, host and port; on this machine any port, as native apps and test servers choose theirs. */
function sameSite(site: URL, target: URL): boolean {
  return (
    site.protocol === target.protocol &&
    site.hostname === target.hostname &&
    (site.port === target.port || isLoopback(target.hostname))
  );
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}

function parse(address: string): URL | undefined {
  return URL.canParse(address) ? new URL(address) : undefined;
}

/** GoTrue's globs: `*` stops at dots and slashes, `**` at nothing, `?` is one character, `{a,b}` either. */
export function globToRegExp(pattern: string): RegExp {
  let source = '';
  let depth = 0;
  for (let at = 0; at < pattern.length; at += 1) {
    const character = pattern.charAt(at);
    if (character === '*' && pattern.charAt(at + 1) === '*') {
      source += '.*';
      at += 1;
    } else if (character === '*') source += '[^./]*';
    else if (character === '?') source += '[^./]';
    else if (character === '{') {
      depth += 1;
      source += '(?:';
    } else if (character === '}' && depth > 0) {
      depth -= 1;
      source += ')';
    } else if (character === ',' && depth > 0) source += '|';
    else source += character.replace(/[\\^$.|+()[\]{}/-]/g, '\\$&');
  }
  return new RegExp(`^${source}${')'.repeat(depth)}$`);
}
