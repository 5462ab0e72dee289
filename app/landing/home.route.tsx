import { data } from 'react-router';
import { type HomeShelves, readHome } from '#app/catalog/data/read-home.ts';
import { storeBrand } from '#app/catalog/data/store-brand.ts';
import { storefrontContext } from '#app/lib/context.ts';
import { type Packed, pack, unpack } from '#app/lib/packed.ts';
import { homeWords } from '#app/messages/en/home.ts';
import { metaWords, pageMeta } from '#app/shell/seo.ts';
import { ErrorState } from '#app/ui/error-state.tsx';
import { Part, pagePart } from '#app/ui/part.tsx';
import type { Route } from './+types/home.route.ts';
import { StandardHome } from './standard-home.tsx';
import type { LandingShelves } from './tabletop/landing-shelves.ts';
import { readLanding } from './tabletop/read-landing.ts';

// Fetched by the stores that have it.
const tabletopLanding = pagePart('tabletop-landing', () => import('./tabletop/tabletop-landing.tsx'));

export async function loader({ context }: Route.LoaderArgs) {
  const store = context.get(storefrontContext);
  if (storeBrand(store).design.landing === 'standard') {
    return data({ landing: 'standard' as const, shelves: pack(await readHome(store)) });
  }
  const shelves = await readLanding(store);
  // A landing that lacks something is shown, but not kept.
  const status = shelves.categoriesProblem ? 503 : 200;
  return data({ landing: 'tabletop' as const, shelves: pack(shelves) }, { status });
}

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { name: metaWords(args, homeWords)('title') });
}

function Standard({ shelves }: { shelves: Packed<HomeShelves> }) {
  return <StandardHome shelves={unpack(shelves)} />;
}

function Tabletop({ shelves }: { shelves: Packed<LandingShelves> }) {
  return (
    <Part
      part={tabletopLanding}
      props={{ shelves: unpack(shelves) }}
      missing={(retry) => (
        // The landing's bar stands over a dark hero.
        <div className="dark-ground min-h-dvh bg-page pt-20 text-ink">
          <ErrorState onRetry={retry} />
        </div>
      )}
    />
  );
}

export default function HomePage({ loaderData: { landing, shelves } }: Route.ComponentProps) {
  return landing === 'standard' ? <Standard shelves={shelves} /> : <Tabletop shelves={shelves} />;
}
