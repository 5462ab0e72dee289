import { data } from 'react-router';
import { readHome } from '#app/catalog/data/read-home.ts';
import { storeBrand } from '#app/catalog/data/store-brand.ts';
import { storefrontContext } from '#app/lib/context.ts';
import { homeWords } from '#app/messages/en/home.ts';
import { metaWords, pageMeta } from '#app/shell/seo.ts';
import { ErrorState } from '#app/ui/error-state.tsx';
import { Part, pagePart } from '#app/ui/part.tsx';
import type { Route } from './+types/home.route.ts';
import { StandardHome } from './standard-home.tsx';
import { readLanding } from './tabletop/read-landing.ts';

// Fetched by the stores that have it.
const tabletopLanding = pagePart('tabletop-landing', () => import('./tabletop/tabletop-landing.tsx'));

export async function loader({ context }: Route.LoaderArgs) {
  const store = context.get(storefrontContext);
  if (storeBrand(store).design.landing === 'standard') {
    return data({ landing: 'standard' as const, shelves: await readHome(store) });
  }
  const shelves = await readLanding(store);
  // A landing that lacks something is shown, but not kept.
  const status = shelves.categoriesProblem ? 503 : 200;
  return data({ landing: 'tabletop' as const, shelves }, { status });
}

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { name: metaWords(args, homeWords)('title') });
}

export default function HomePage({ loaderData }: Route.ComponentProps) {
  if (loaderData.landing === 'standard') return <StandardHome shelves={loaderData.shelves} />;
  return (
    <Part
      part={tabletopLanding}
      props={{ shelves: loaderData.shelves }}
      missing={(retry) => (
        // The landing's bar stands over a dark hero.
        <div className="dark-ground min-h-dvh bg-page pt-20 text-ink">
          <ErrorState onRetry={retry} />
        </div>
      )}
    />
  );
}
