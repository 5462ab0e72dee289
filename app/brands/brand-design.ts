import type { Look, LookName } from './looks/look.ts';

/** A self-hosted typeface; `family` is the family name of its font files. */
export type Typeface = {
  family: string;
  /** Generic or system families to fall back to, in order. */
  fallback: string;
  /** Font weight of headings or body text. */
  weight: number;
};

/** Texts in the brand's copy; all others are in the message catalogs. */
type Copy = {
  /** Headline of the hero; a line break splits it where the layout allows. */
  heroTitle: string;
  heroText: string;
  heroAction: string;
  featuredTitle: string;
  categoriesTitle: string;
  dealsTitle: string;
  newTitle: string;
  storyTitle: string;
  /** Paragraphs. */
  story: string[];
  notFoundTitle: string;
  notFoundText: string;
  errorTitle: string;
  errorText: string;
  emptyCart: string;
  /** Shown below the thanks for an order. */
  orderPlacedText: string;
  contactText: string;
  faqText: string;
  accountText: string;
  /** Shown below the designer's heading, for brands that print. */
  designerText?: string;
  /** Heading of a listing or search without products. */
  nothingFoundTitle: string;
  /** Short statements for the announcement bar, tickers and reassurance rows. */
  slogans: string[];
  /** What the pictures of hero and story show; without it they only decorate. */
  heroPictureAlt?: string;
  storyPictureAlt?: string;
  /** Words of the tabletop landing: below its link to all categories, and above the ways to reach the store. */
  allCategoriesText?: string;
  visitTitle?: string;
  visitText?: string;
};

/** The home page's texts, sent only with that page. */
export type HomeCopy = Pick<
  Copy,
  | 'heroTitle'
  | 'heroText'
  | 'heroAction'
  | 'featuredTitle'
  | 'categoriesTitle'
  | 'newTitle'
  | 'storyTitle'
  | 'story'
  | 'heroPictureAlt'
  | 'storyPictureAlt'
  | 'allCategoriesText'
  | 'visitTitle'
  | 'visitText'
>;

/** The texts of the contact page and the FAQ, sent only with those. */
export type HelpCopy = Pick<Copy, 'contactText' | 'faqText'>;

/** The texts of pages below `routes/shopping.tsx`, sent with them. */
export type ShoppingCopy = Pick<Copy, 'emptyCart' | 'orderPlacedText' | 'accountText' | 'designerText'>;

/** The texts sent with every page. */
export type FrameCopy = Omit<Copy, keyof HomeCopy | keyof HelpCopy | keyof ShoppingCopy>;

/** Splits a brand's texts by the pages that show them. */
export function copyByArea(copy: Copy): {
  home: HomeCopy;
  help: HelpCopy;
  shopping: ShoppingCopy;
  every: FrameCopy;
} {
  const { heroTitle, heroText, heroAction, featuredTitle, categoriesTitle, newTitle, ...rest } = copy;
  const { storyTitle, story, contactText, faqText, emptyCart, orderPlacedText, ...others } = rest;
  const { accountText, designerText, ...framing } = others;
  const { heroPictureAlt, storyPictureAlt, allCategoriesText, visitTitle, visitText, ...every } = framing;
  return {
    home: {
      ...{ heroTitle, heroText, heroAction, featuredTitle, categoriesTitle, newTitle, storyTitle, story },
      ...(heroPictureAlt && { heroPictureAlt }),
      ...(storyPictureAlt && { storyPictureAlt }),
      ...(allCategoriesText && { allCategoriesText }),
      ...(visitTitle && { visitTitle }),
      ...(visitText && { visitText }),
    },
    help: { contactText, faqText },
    shopping: { emptyCart, orderPlacedText, accountText, ...(designerText && { designerText }) },
    every,
  };
}

/** Pictures and films of the home page, as paths on the store's own origin. A place without one shows what its look draws. */
export type HomePictures = {
  hero?: string;
  /** Played one after another over the hero's picture. */
  heroFilms?: readonly string[];
  story?: string;
};

/** The design decisions of a brand; colors, sizes and shadows are derived from them (see tokens.ts). */
export type BrandDesign = {
  fonts: {
    display: Typeface;
    body: Typeface;
    /** Monospaced face for details, if the brand uses one. */
    mono?: Typeface;
    /** Headings in capitals. */
    displayCase: 'none' | 'uppercase';
    /** Letter spacing of headings in em. */
    displayTracking: number;
    /** Line height of large headings. */
    displayLeading: number;
    /** Scale of headings: below 1 for wide faces, above for narrow ones. */
    displayScale: number;
    /** Face of small labels, prices and counts. */
    details: 'display' | 'body' | 'mono';
  };
  /** Corner radius of controls, cards and pictures in pixels. */
  radius: { control: number; card: number; picture: number };
  /** Spacing between and inside elements. */
  density: 'tight' | 'regular' | 'airy';
  /** Easing and duration of motion; reduced motion disables it in every brand. */
  motion: 'calm' | 'snappy' | 'playful';
  /** Border width in px of cards, fields and buttons. */
  stroke: number;
  /** Shadow style of raised surfaces. */
  elevation: 'flat' | 'soft' | 'hard';
  /** Page background of each theme. */
  ground: {
    /** Light theme: warm paper, pure white, a tint of the primary, concrete gray, or the secondary. */
    light: 'paper' | 'white' | 'tint' | 'concrete' | 'secondary';
    /** Dark theme: a shade of the brand's darker color, or neutral black. */
    dark: 'secondary' | 'black';
  };
  /** Name of the brand's look (see `looks`). */
  look: LookName;
  /** Looks that other layouts come from, by layout. */
  parts?: Partial<Record<keyof Look, LookName>>;
  /** Look whose hero opens the home page, if not the brand's own. */
  hero?: LookName;
  /** Sections of the standard home page below its hero, in order. */
  home: readonly ('featured' | 'categories' | 'deals' | 'newest' | 'story')[];
  /** Home page: the standard one, or the animated board-game landing (docs/product.md, Pages). */
  landing: 'standard' | 'tabletop';
  /** Header behavior: fixed, or hidden on scroll down and shown on scroll up. */
  header: 'steady' | 'hiding';
  /** Announcement bar above the header: none, one line, or a marquee. */
  strip: 'none' | 'line' | 'marquee';
  /** Ornament behind section headings, empty states and the footer. */
  ornament: 'registration' | 'meeples' | 'grid' | 'stripes' | 'ampersand';
  /**
   * The kind of device that products are made for, if shoppers own one of several. They select it before other options,
   * and the choice is stored. Values are values of a product's type.
   */
  madeFor?: { label: string; all: string; values: readonly string[] };
  pictures?: HomePictures;
  copy: Copy;
};
