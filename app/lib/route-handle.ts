/** What a route module says about itself to the page cache, as its `handle` export. */
export interface RouteHandle {
  /** Query parameters that change the page. All others are dropped before the page is rendered or looked up. */
  query?: readonly string[];
  /** The answer says how things are at this moment: no browser and no cache on the way keeps it. */
  live?: true;
  /**
   * The page brings its own frame in place of the store's header and footer, or stands in a quiet one that leads nowhere
   * but back.
   */
  frame?: 'own' | 'quiet';
}
