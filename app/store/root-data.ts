import { useRouteLoaderData } from 'react-router';
import type { loadRoot } from './load-root.ts';

/** The root loader's data, which is never personal. */
export type RootData = Awaited<ReturnType<typeof loadRoot>>;

/** The root loader's data; undefined when it failed. */
export function useOptionalRootData(): RootData | undefined {
  return useRouteLoaderData<typeof loadRoot>('root');
}

export function useRootData(): RootData {
  const data = useOptionalRootData();
  if (!data) throw new Error('useRootData needs the root loader, which failed on this page.');
  return data;
}

/** Translates an option or filter value for the page; values without a translation stay. */
export function useShownValue(): (value: string) => string {
  const words = useOptionalRootData()?.words ?? {};
  return (value) => words[value] ?? value;
}
