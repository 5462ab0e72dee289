/** A route's options for the page cache, exported as its `handle`. */
export interface RouteHandle {
  /** Query parameters that affect the page. All others are dropped before rendering and cache lookup. */
  query?: readonly string[];
  /** The response is current data: never cached by browsers or proxies. */
  live?: true;
  /**
   * `own`: the page renders its own frame instead of the store's header and footer. `quiet`: a frame without links, as
   * in checkout.
   */
  frame?: 'own' | 'quiet';
  /** The page has no scripts: it is served at other pages' URLs, and hydration would take it for those. */
  isStatic?: true;
}
