import type { SupabaseClient } from '@supabase/supabase-js';
import { createContext } from 'react-router';
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

/** A message of the contact page. */
export interface ContactMessage {
  name: string;
  email: string;
  subject: string;
  message: string;
}

/** The request context of server loaders: the store, and anonymous access to the catalogue. */
export interface StoreContext extends StorePlace {
  /** Anonymous client: rendered pages are cached for everybody. */
  supabase: SupabaseClient<Database>;
  /** The backend's URL for browsers; '' for the page's own origin. */
  backend: { url: string; publishableKey: string };
  /** The EmailJS account of the contact form; null when the store receives messages itself. */
  mail: { origin: string; serviceId: string; templateId: string; publicKey: string } | null;
  /** Stores a message of the contact page for the store's staff, in an action; returns why it could not, or null. */
  sendMessage(
    message: ContactMessage,
  ): Promise<{ code: string; message: string; details: string; hint: string | null } | null>;
  /** Ways to pay online that are configured, as `paymob_wallet`. */
  onlineOptions: readonly string[];
  /** Payment providers that the store has an account of its own with. */
  ownProviders: readonly string[];
  /** Whether mail leaves the server: without an SMTP host it waits. */
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
  /** Answers 503 instead of 500: the page failed because the backend does not answer at the moment. */
  unavailable(): void;
}

/** Set by the server for each request. */
export const storeContext = createContext<StoreContext>();
