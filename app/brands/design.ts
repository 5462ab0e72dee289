/** A self-hosted typeface; `family` is the name its font files are registered under. */
export type Typeface = {
  family: string;
  /** Generic or system families to fall back to, in order. */
  fallback: string;
  /** Weight of headings or of body text set in this face. */
  weight: number;
};

/** Words a brand says in its own voice. Everything else is in the message catalogues. */
export type Voice = {
  /** Headline of the home page's hero; a line break splits it where the layout allows. */
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
  /** Short statements for strips, tickers and reassurance rows. */
  slogans: string[];
};

/** The few design decisions of a brand; every colour, size and shadow is derived from them (see tokens.ts). */
export type Design = {
  fonts: {
    display: Typeface;
    body: Typeface;
    /** For details, where the brand sets them in a fixed pitch. */
    mono?: Typeface;
    /** Headings in capitals. */
    displayCase: 'none' | 'uppercase';
    /** Letter spacing of headings in em. */
    displayTracking: number;
    /** Line height of large headings. */
    displayLeading: number;
    /** Size of headings against the common scale: wide faces below 1, narrow ones above. */
    displayScale: number;
    /** Small labels, prices and counts are set in this face. */
    details: 'display' | 'body' | 'mono';
  };
  /** Corner rounding in px of controls, of cards and of pictures. */
  radius: { control: number; card: number; picture: number };
  /** How much air there is between and inside things. */
  density: 'tight' | 'regular' | 'airy';
  /** Character of movement; people who ask for reduced motion get none in any brand. */
  motion: 'calm' | 'snappy' | 'playful';
  /** Border width in px of cards, fields and buttons. */
  stroke: number;
  /** How surfaces rise from the page. */
  elevation: 'flat' | 'soft' | 'hard';
  /** What pages are made of in either theme. */
  ground: {
    /** Page of the light theme: warm paper, pure white, a breath of the primary, concrete grey, or the secondary. */
    light: 'paper' | 'white' | 'tint' | 'concrete' | 'secondary';
    /** Page of the dark theme: a shade of the brand's darker colour, or neutral black. */
    dark: 'secondary' | 'black';
  };
  /** Layout of a product card. */
  card: 'ticket' | 'box' | 'spec' | 'slab' | 'plate';
  /** Which hero the home page opens with. */
  hero: 'printer' | 'film' | 'lab' | 'marquee' | 'catalogue';
  /** Sections of the common home page below its hero, in order. */
  home: readonly ('featured' | 'categories' | 'deals' | 'newest' | 'story')[];
  /** How the brand's story is set on the common home page. */
  story: 'columns' | 'proof' | 'sheet' | 'billboard' | 'quotation';
  /** How a listing is laid out: its heading, where its filters stand, and how close its cards. */
  listing: 'sheet' | 'shelf' | 'bench' | 'wall' | 'spread';
  /** How a product's page is laid out. */
  product: 'job' | 'stage' | 'bench' | 'half' | 'spread';
  /** How the cart and all that follows it are laid out: sign-in, checkout, account, orders. */
  cart: 'job' | 'table' | 'sheet' | 'block' | 'letter';
  /** How the footer is laid out. */
  footer: 'columns' | 'centred' | 'ruled' | 'billboard' | 'spread';
  /** The home page: the common one, or the animated board-game landing (spec section 2). */
  landing: 'standard' | 'tabletop';
  /** How the header behaves: fixed in place, or hiding on scroll down and returning on scroll up. */
  header: 'steady' | 'hiding';
  /** How the header is laid out. */
  nav: 'bar' | 'pill' | 'plain' | 'boxed' | 'centred';
  /** Strip of statements above the header: none, one quiet line, or running through. */
  strip: 'none' | 'line' | 'marquee';
  /** Ornament behind section headings, empty states and the footer. */
  ornament: 'registration' | 'meeples' | 'grid' | 'stripes' | 'ampersand';
  /**
   * What the brand's products are made for, where a shopper owns one of several: chosen before anything else, and
   * remembered. The values are those of a product's type.
   */
  madeFor?: { label: string; all: string; values: readonly string[] };
  voice: Voice;
};
