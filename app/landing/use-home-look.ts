import { useRouteLoaderData } from 'react-router';
import type { HomeCopy, HomePictures } from '#app/brands/brand-design.ts';
import type { Look } from '#app/brands/looks/look.ts';

type HomeLook = { copy: HomeCopy; pictures?: HomePictures } & Pick<Look, 'story' | 'tile'>;

/** The brand's texts, pictures and layouts for the home page, from the route's loader. */
export function useHomeLook(): HomeLook {
  const data = useRouteLoaderData<{ look: HomeLook }>('routes/home');
  if (!data) throw new Error('useHomeLook needs the home page around it.');
  return data.look;
}
