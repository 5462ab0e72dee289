import { readBanners } from '#app/landing/banners/read-banners.ts';
import { storeContext } from '#app/lib/context.ts';
import type { Route } from './+types/banners.ts';

/** The store's banners as JSON, for the pop-up. */
export async function loader({ context }: Route.LoaderArgs) {
  return Response.json(await readBanners(context.get(storeContext)));
}
