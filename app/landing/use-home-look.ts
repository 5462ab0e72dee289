import { useRouteLoaderData } from 'react-router';
import type { HomeCopy } from '#app/brands/brand-design.ts';
import type { Look } from '#app/brands/looks/look.ts';

/** The brand's texts and layouts for the home page, from the route's loader. */
export function useHomeLook(): { copy: HomeCopy } & Pick<Look, 'story' | 'tile'> {
  const data = useRouteLoaderData<{ look: ReturnType<typeof useHomeLook> }>('routes/home');
  if (!data) throw new Error('useHomeLook needs the home page around it.');
  return data.look;
}
