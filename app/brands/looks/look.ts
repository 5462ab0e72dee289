/** Class names of the header's parts. */
export type HeaderLayout = {
  bar: string;
  row: string;
  /** The store's name next to its logo, if three links leave no room for it. With four it is always hidden on tablets. */
  name?: string;
  links: string;
  link: string;
  search: string;
  /** Button that opens the search row, for headers without room for the field. */
  toggle?: string;
  actions: string;
};

/** Class names of the footer's parts. */
type FooterLayout = {
  grid: string;
  /** May use `--letters`, the number of letters of the name. */
  name: string;
  about: string;
  socials: string;
  /** Each of the three lists. */
  part: string;
  heading: string;
  entry: string;
  address: string;
  end: string;
};

/** Class names of a category tile's parts. */
type TileLayout = {
  tile: string;
  picture: string;
  foot: string;
  /** May use `--longest`, the length of the longest word, in a container as wide as the tile. */
  name: string;
  detail: string;
};

/** Class names of the parts of the brand's story. */
type StoryLayout = { section: string; grid: string; title: string; text: string; list: string };

/** Class names of a listing's parts: heading, filters and products. */
type ListingLayout = {
  header: string;
  heading: string;
  /** May use `--letters`, the number of letters of the title. */
  title: string;
  text: string;
  body: string;
  /** The filters beside or above the products, on wide screens. */
  aside: string;
  filters: string;
  /** A filter, its heading and its content. */
  filter: string;
  summary: string;
  panel: string;
  /** Whether the filters are in a row and open over the products, one at a time. */
  row: boolean;
  /** Toolbar with count and sort, then the products. */
  main: string;
  grid: string;
  /** `sizes` of a card's picture. */
  sizes: string;
};

/** Class names of a product page's parts. */
type ProductLayout = {
  page: string;
  crumbs: string;
  grid: string;
  /** Pictures: gallery, frame, track, slide and thumbnails. */
  gallery: string;
  frame: string;
  track: string;
  slide: string;
  /** `sizes` of the large pictures. */
  sizes: string;
  thumbs: string;
  thumb: string;
  /** The column beside the pictures. */
  info: string;
  head: string;
  /** May use `--letters` and `--longest`, the length of the name and of its longest word. */
  title: string;
  price: string;
  buy: string;
  delivery: string;
  facts: string;
};

/** Class names of the cart's parts. */
type CartLayout = {
  page: string;
  head: string;
  title: string;
  grid: string;
  lines: string;
  line: string;
  clear: string;
  summary: string;
};

/** Class names of the parts of a product card. */
type CardLayout = {
  card: string;
  figure: string;
  badges: string;
  body: string;
  category: string;
  name: string;
  price: string;
  /** Wishlist heart and **Add to cart** button. */
  actions: string;
};

/** The looks that a brand can name. */
export type LookName = 'print-shop' | 'game-table' | 'product-lab' | 'concrete' | 'gallery';

/** A look: all layouts, as class names of their parts. Pure data that Node can import. */
export type Look = {
  header: HeaderLayout;
  footer: FooterLayout;
  card: CardLayout;
  /** A category's tile. */
  tile: TileLayout;
  /** The brand's story on the standard home page. */
  story: StoryLayout;
  listing: ListingLayout;
  product: ProductLayout;
  cart: CartLayout;
  /** Sign-in and sign-up. */
  auth: {
    page: string;
    head: string;
    title: string;
    lead: string;
    slogans: string;
    body: string;
    foot: string;
  };
  checkout: {
    page: string;
    title: string;
    grid: string;
    section: string;
    heading: string;
    number: string;
    summary: string;
  };
  account: {
    page: string;
    nav: string;
    entry: string;
    current: string;
    body: string;
    title: string;
    section: string;
    /** An order in the list. */
    card: string;
  };
  /** The order page: heading, history and items, then actions and totals. */
  order: {
    page: string;
    /** Container for sizing the title. */
    head: string;
    /** May use `--letters`, the length of the number, in a container as wide as the heading. */
    title: string;
    grid: string;
    main: string;
    aside: string;
  };
  /** The order confirmation: the message and the ordered items. */
  confirmation: {
    page: string;
    head: string;
    /** The icon of the order's state. */
    mark: string;
    title: string;
    actions: string;
    body: string;
  };
  /** Contact page and FAQ below their headings. */
  help: { page: string; aside: string; list: string; entry: string; question: string; answer: string };
  /** A page with one message, such as the 404 page. */
  message: { page: string; body: string; code: string; title: string; text: string };
  designer: { page: string; head: string; title: string; panel: string };
  /** The pop-up with offers. */
  popup: { dialog: string; text: string; title: string };
  /** The bottom bar on phones and its entries. */
  bottomBar: { bar: string; entry: string };
  empty: { frame: string; title: string };
};
