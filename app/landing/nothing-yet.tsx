import { homeTexts } from '#app/i18n/texts/home.ts';
import { BrandEmptyState } from '#app/ui/empty-state.tsx';

/** Shown on the home page of a store that has nothing on sale yet. */
export default function NothingYet() {
  return <BrandEmptyState title={homeTexts()('nothingYet')} />;
}
