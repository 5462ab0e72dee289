import { readHome } from '#app/catalog/data/read-home.ts';
import { storefrontContext } from '#app/lib/context.ts';
import { homeWords } from '#app/messages/en/home.ts';
import { wordsIn } from '#app/messages/words.ts';
import { pageMeta } from '#app/shell/seo.ts';
import type { Route } from './+types/home.route.ts';
import { StandardHome } from './standard-home.tsx';

export async function loader({ context }: Route.LoaderArgs) {
  return readHome(context.get(storefrontContext));
}

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { name: wordsIn('en', homeWords)('title') });
}

export default function HomePage({ loaderData }: Route.ComponentProps) {
  return <StandardHome shelves={loaderData} />;
}
