/**
 * Class names that fix a page's main button above the navigation on phones, together with `data-buy-bar`, which
 * reserves space at the page's end. It makes room for an on-screen keyboard.
 */
export const actionBar =
  'flex items-center gap-4 max-md:fixed max-md:inset-x-0 max-md:bottom-[calc(3.5rem+1px+env(safe-area-inset-bottom))] max-md:z-30 max-md:border-t max-md:bg-raised max-md:px-4 max-md:py-2 max-md:[@media(max-height:32rem)]:in-[:has(:is(input,textarea):focus)]:hidden';
