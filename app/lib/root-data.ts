import { useRouteLoaderData } from 'react-router';
import type { loadRoot } from './load-root.ts';

/** What every page may use; nothing in it is personal. */
export type RootData = Awaited<ReturnType<typeof loadRoot>>;

/** The root loader's answer, or undefined on a page whose root loader failed. */
export function useOptionalRootData(): RootData | undefined {
  return useRouteLoaderData<typeof loadRoot>('root');
}

/** The root loader's answer. */
export function useRootData(): RootData {
  const data = useOptionalRootData();
  if (!data) throw new Error('useRootData needs the root loader, which failed on this page.');
  return data;
}
