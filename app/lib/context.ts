import type { SupabaseClient } from '@supabase/supabase-js';
import { createContext } from 'react-router';
import type { Database } from './database.types.ts';
import type { StorePlace } from './page-address.ts';

/** What changes together: a page names the tags it read, and a change of a tag makes those pages fresh again. */
export type PageTag =
  | 'listing'
  | 'banners'
  | 'settings'
  | 'categories'
  | `product:${string}`
  /** A product that is shown among others, with what lists say of it. */
  | `card:${string}`
  | `category:${string}`;

/** What a server loader may know of a request: whose store it is, and the catalogue as anybody sees it. */
export interface Storefront extends StorePlace {
  /** The backend as anonymous, never as a person: whatever is rendered may be cached for everybody. */
  supabase: SupabaseClient<Database>;
  /** Where browsers reach the backend; an empty url means the page's own origin. */
  backend: { url: string; publishableKey: string };
  /** The e-mail provider's client settings for the contact page; an empty origin means the store's own endpoint. */
  mail: { origin: string; serviceId: string; templateId: string; publicKey: string };
  /** Whether a payment provider is set up, without which card payment is not offered. */
  takesCards: boolean;
  /** Names what the page read, for the page cache. */
  tag(...tags: PageTag[]): void;
  /**
   * Sets when the page expires without a change of the data, in epoch ms, such as when a banner begins. The earliest
   * time counts.
   */
  freshUntil(time: number): void;
  /**
   * Caches a read that many pages share, until one of its tags changes. Concurrent reads run once; failures are not
   * cached.
   */
  cached<T>(key: string, tags: PageTag[], read: () => Promise<T>): Promise<T>;
}

/** Set by the server for each request it renders. */
export const storefrontContext = createContext<Storefront>();
