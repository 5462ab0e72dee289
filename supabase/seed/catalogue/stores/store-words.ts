import type { FaceName } from '../../art/lettering.ts';

/** A banner: what it says, and which picture is drawn for it. */
export interface BannerWords {
  readonly title: string;
  readonly description: string;
  /** A path within the store. */
  readonly link: string;
  readonly picture: BannerPicture;
}

/** The words set on a banner's picture, and the names of up to two products shown beside them. */
export interface BannerPicture {
  readonly lines: readonly string[];
  readonly face: FaceName;
  readonly ground: string;
  readonly ink: string;
  readonly second: string;
  readonly products: readonly string[];
}

export interface CodeWords {
  readonly code: string;
  readonly description: string;
  readonly kind: 'percent' | 'fixed' | 'free_shipping';
  readonly value: number;
  readonly minimum?: number;
  readonly perPerson?: number;
  readonly total?: number;
  /** Listed on the deals page; others are told to people. */
  readonly isPublic?: boolean;
  readonly isActive?: boolean;
}

/** When a store delivers: days of the week (0 is Sunday) and hours. */
export interface SlotWords {
  readonly days: readonly number[];
  readonly from: string;
  readonly to: string;
  readonly capacity: number;
}

export interface Question {
  readonly question: string;
  readonly answer: string;
}

/** Everything a demo store has besides its products. */
export interface StoreWords {
  readonly banners: readonly BannerWords[];
  readonly codes: readonly CodeWords[];
  readonly slots: readonly SlotWords[];
  readonly faq: readonly Question[];
  /** Points for each pound, and pounds for each point, where the store has points. */
  readonly points?: { readonly earnRate: number; readonly pointValue: number };
  /** Where bank transfers go, where the store takes them. */
  readonly bankDetails?: string;
  readonly reviews?: readonly { readonly rating: number; readonly title: string; readonly body: string }[];
}
