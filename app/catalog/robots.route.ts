import { storefrontContext } from '#app/lib/context.ts';
import type { Route } from './+types/robots.route.ts';

/** What crawlers need not walk: endless lists. Personal pages are open to them, or their `noindex` would not be read. */
const closed = [
  '/search/',
  '/banners',
  '/*?*search=',
  '/*?*sort=',
  '/*?*size=',
  '/*?*color=',
  '/*?*min=',
  '/*?*max=',
];

/** /robots.txt of this store. */
export function loader({ context }: Route.LoaderArgs) {
  const { origin } = context.get(storefrontContext);
  const lines = [
    'User-agent: *',
    ...closed.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${origin}/sitemap.xml`,
  ];
  return new Response(`${lines.join('\n')}\n`, { headers: { 'Content-Type': 'text/plain; charset=utf-8' } });
}
