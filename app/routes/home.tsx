import { data } from 'react-router';
import { copyByArea } from '#app/brands/brand-design.ts';
import { brandInLanguage } from '#app/brands/brand-in-language.ts';
import { partsByArea } from '#app/brands/looks/looks.ts';
import { readHome } from '#app/catalog/data/read-home.ts';
import { homeTexts } from '#app/i18n/texts/home.ts';
import { StandardHome } from '#app/landing/standard-home.tsx';
import { readLanding } from '#app/landing/tabletop/read-landing.ts';
import { storeContext } from '#app/lib/context.ts';
import { useLivePage } from '#app/product/use-live-page.ts';
import { pageMeta } from '#app/store/seo.ts';
import { lazyWithRetry } from '#app/ui/lazy-with-retry.tsx';
import { LoadFailed } from '#app/ui/load-failed.tsx';
import type { Route } from './+types/home.ts';

// Loaded only by stores with the landing.
const TabletopLanding = lazyWithRetry(() => import('#app/landing/tabletop/tabletop-landing.tsx'), {
  Failed: (failure) => (
    // The landing's header needs a dark background.
    <div className="dark-ground min-h-dvh bg-page pt-20 text-ink">
      <LoadFailed {...failure} />
    </div>
  ),
});

export async function loader({ context }: Route.LoaderArgs) {
  const store = context.get(storeContext);
  const { design } = brandInLanguage(store.brand, store.language);
  const { story, tile } = partsByArea(design).page;
  const { pictures } = design;
  const look = { copy: copyByArea(design.copy).home, ...(pictures && { pictures }), story, tile };
  if (design.landing === 'standard') {
    return data({ landing: 'standard' as const, home: await readHome(store), look });
  }
  const home = await readLanding(store);
  // An incomplete landing is served with 503, so that it is not cached.
  const status = home.categoriesProblem ? 503 : 200;
  return data({ landing: 'tabletop' as const, home, look }, { status });
}

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { name: homeTexts()('title') });
}

export default function HomePage({ loaderData: { landing, home } }: Route.ComponentProps) {
  const products = 'deals' in home ? [...home.featured, ...home.deals, ...home.newest] : home.featured;
  useLivePage({ products, isListing: true, kinds: ['category', 'discount'] });
  return landing === 'standard' ? <StandardHome home={home} /> : <TabletopLanding home={home} />;
}
