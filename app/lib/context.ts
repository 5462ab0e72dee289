import type { SupabaseClient } from '@supabase/supabase-js';
import { createContext } from 'react-router';
import type { Brand } from '#app/brands/brand.ts';
import type { StorePlace } from './absolute-url.ts';
import type { Database } from './database.types.ts';

/** Cache tag: a page names the tags it depends on, and a change of a tag invalidates the page. */
export type PageTag =
  | 'listing'
  | 'banners'
  | 'questions'
  | 'zones'
  | 'settings'
  | 'categories'
  | `product:${string}`
  /** A product as shown in lists. */
  | `card:${string}`
  | `category:${string}`;

/** A message from the contact page. */
export interface ContactMessage {
  name: string;
  email: string;
  subject: string;
  message: string;
}

/** The request context of server loaders: the store, and anonymous access to the catalog. */
export interface StoreContext extends StorePlace {
  /** The host's store, with which people sign in; another one than `tenantId` in the office of another store. */
  hostTenantId: string;
  /** The store in the address of an office page, or `all`; undefined in the office of the host's store. */
  office: string | undefined;
  /** The store's brand in all languages; components use `useBrand`. */
  brand: Brand;
  /** All stores of the installation, in their order. */
  stores: readonly Pick<Brand, 'id' | 'name' | 'domain'>[];
  /** Anonymous client: rendered pages are cached for everybody. */
  supabase: SupabaseClient<Database>;
  /** The backend's URL for browsers; '' for the page's own origin. */
  backend: { url: string; publishableKey: string };
  /** The EmailJS account of the contact form; null when the store receives messages itself. */
  mail: { origin: string; serviceId: string; templateId: string; publicKey: string } | null;
  /** Stores a message from the contact page for the store's staff, in an action. Returns the error, or null. */
  sendMessage(
    message: ContactMessage,
  ): Promise<{ code: string; message: string; details: string; hint: string | null } | null>;
  /** Configured online payment options, such as `paymob_wallet`. */
  onlineOptions: readonly string[];
  /** Payment providers with which the store has its own account. */
  ownProviders: readonly string[];
  /** Whether mail leaves the server: without an SMTP host it stays queued. */
  sendsMail: boolean;
  /** Adds cache tags to the page. */
  tag(...tags: PageTag[]): void;
  /**
   * Sets when the page expires without a data change, in epoch milliseconds, such as at a banner's start. The earliest
   * time applies.
   */
  freshUntil(time: number): void;
  /**
   * Caches a read shared by many pages until one of its tags changes. Concurrent reads run once; failures are not
   * cached.
   */
  cached<T>(key: string, tags: PageTag[], read: () => Promise<T>): Promise<T>;
  /** Responds with 503 instead of 500: the page failed because the backend is unavailable. */
  unavailable(): void;
}

/** Set by the server for each request. */
export const storeContext = createContext<StoreContext>();
