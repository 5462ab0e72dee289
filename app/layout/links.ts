import { href } from 'react-router';
import { isStaff, may, type SessionUser } from '#app/auth/model.ts';

type Person = Pick<SessionUser, 'capabilities'> | null;

/** Entries of the profile menu by what the person may do (docs/product.md, Menus). */
export function profileLinks(user: Person) {
  const personal = [
    { to: href('/account'), word: 'profile' },
    { to: href('/account/orders'), word: 'orders' },
    { to: href('/account/wishlist'), word: 'wishlist' },
  ] as const;
  const admin = { to: href('/admin'), word: 'adminPanel' } as const;
  const users = { to: '/admin/users', word: 'userManagement' } as const;
  return {
    personal,
    staff: [...(isStaff(user) ? [admin] : []), ...(may(user, 'people.see') ? [users] : [])],
  };
}

const landingSections = [
  { to: '/#story', word: 'story' },
  { to: '/#about', word: 'about' },
] as const;

interface SheetOptions {
  customization: boolean;
  wishlist: boolean;
  /** Whether the home page is the board-game landing. */
  landing: boolean;
  user: Person;
}

/** Entries of the 'More Options' sheet by tenant and person (docs/product.md, Menus). */
export function sheetLinks({ customization, wishlist, landing, user }: SheetOptions) {
  const signedIn = user !== null;
  const links = [
    { to: href('/shop'), word: 'searchProducts', isVisible: true },
    { to: href('/categories'), word: 'categories', isVisible: true },
    ...landingSections.map((link) => ({ ...link, isVisible: landing })),
    { to: '/customize', word: 'customizeProduct', isVisible: customization },
    { to: href('/account/orders'), word: 'myOrders', isVisible: signedIn },
    { to: href('/account/wishlist'), word: 'wishlist', isVisible: signedIn && wishlist },
    { to: href('/deals'), word: 'specialDeals', isVisible: true },
    { to: href('/admin'), word: 'adminDashboard', isVisible: isStaff(user) },
  ] as const;
  return links.filter(({ isVisible }) => isVisible);
}

/** Entries of the board-game landing's navigation (docs/product.md, Menus), public and by person. */
export function landingLinks(user: Person) {
  const everybody = [
    { to: href('/shop'), word: 'games' },
    { to: href('/categories'), word: 'categories' },
    ...landingSections,
  ] as const;
  const account = { to: href('/account'), word: 'account' } as const;
  const signIn = { to: href('/signin'), word: 'signIn' } as const;
  const dashboard = { to: href('/admin/dashboard'), word: 'dashboard' } as const;
  const users = { to: '/admin/users', word: 'users' } as const;
  const personal = [
    user ? account : signIn,
    ...(isStaff(user) ? [dashboard] : []),
    ...(may(user, 'people.see') ? [users] : []),
  ];
  return { everybody, personal };
}
