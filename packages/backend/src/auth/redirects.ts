import { isIP } from 'node:net';
import type { AuthSettings, Call } from './parts.ts';

/** Schemes that execute code or read local data. */
const FORBIDDEN_SCHEMES = /^(javascript|data|vbscript|file|blob|about|view-source):$/;

type RedirectRules = Pick<AuthSettings, 'siteUrl' | 'redirectAllowList'>;

/** The redirect target, if allowed: `redirect_to`, else the referring page, else the site. */
export function redirectTarget(rules: RedirectRules, call: Call): string {
  const { headers } = call.request;
  const requested = call.query.get('redirect_to') ?? headers.get('redirect_to');
  return (
    allowedRedirect(rules, requested ?? '') ??
    allowedRedirect(rules, headers.get('referer') ?? '') ??
    rules.siteUrl
  );
}

/** The normalized URL, if links may lead to it. */
export function allowedRedirect(rules: RedirectRules, url: string): string | undefined {
  const target = URL.parse(url);
  const site = URL.parse(rules.siteUrl);
  if (!target || !site || FORBIDDEN_SCHEMES.test(target.protocol) || target.username || target.password)
    return undefined;
  if (sameSite(site, target)) return target.href;
  const isWeb = target.protocol === 'http:' || target.protocol === 'https:';
  if (isWeb && isIP(target.hostname.replace(/^\[|\]$/g, '')) && !isLoopback(target.hostname))
    return undefined;
  const withoutFragment = target.href.split('#', 1)[0] ?? '';
  const { redirectAllowList: list } = rules;
  const patterns = typeof list === 'function' ? list() : list;
  const allowed = patterns.some((pattern) => globToRegExp(pattern).test(withoutFragment));
  return allowed ? target.href : undefined;
}

/** Same scheme, host and port; on loopback any port, as native apps and test servers use. */
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

/** GoTrue's globs: `*` stops at dots and slashes, `**` does not, `?` is one character, `{a,b}` either. */
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
