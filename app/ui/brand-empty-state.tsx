import { useRootData } from '#app/store/root-data.ts';
import { EmptyState, type EmptyStateProps } from './empty-state.tsx';
import { Ornament } from './ornament.tsx';

/** An empty state for storefront pages, in the brand's look. */
export function BrandEmptyState(props: Omit<EmptyStateProps, 'look' | 'ornament'>) {
  const { empty } = useRootData();
  return <EmptyState {...props} look={empty} ornament={<Ornament />} />;
}
