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

/** A document as it goes out. Its bytes are put together when they are asked for, since those of its parts are often shared. */
export interface FinishedDocument {
  /** Of its bytes. */
  length: number;
  /** The same for the same document of the same pieces, another for any other; without quotes. */
  etag: string;
  /** Writes it to the beginning of a buffer that is long enough. */
  writeTo(buffer: Buffer): void;
}

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
  /** Says when what was read changes by itself, in epoch ms, such as when a banner begins. The earliest such time counts. */
  freshUntil(time: number): void;
  /**
   * Remembers a read that many pages share until one of its tags changes; single flight, a failure is not remembered.
   */
  remember<T>(key: string, tags: PageTag[], read: () => Promise<T>): Promise<T>;
  /**
   * Takes the finished document, which a response's body would copy twice.
   * @param own pieces of its text without the parts that it shares with other pages; all of its scripts are in them
   */
  takeDocument(document: FinishedDocument, own: readonly string[]): void;
}

/** Set by the server for each request it renders. */
export const storefrontContext = createContext<Storefront>();
