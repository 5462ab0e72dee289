import { href } from 'react-router';
import type { Role } from '#app/auth/model.ts';

export function isStaff(role: Role | undefined): boolean {
  return role === 'admin' || role === 'super_admin';
}

/** Entries of the profile menu by role (docs/product.md, Menus). */
export function profileLinks(role: Role) {
  const personal = [
    { to: href('/account'), word: 'profile' },
    { to: href('/account/orders'), word: 'orders' },
    { to: href('/account/wishlist'), word: 'wishlist' },
  ] as const;
  const admin = { to: href('/admin'), word: 'adminPanel' } as const;
  const users = { to: '/admin/users', word: 'userManagement' } as const;
  return { personal, staff: [...(isStaff(role) ? [admin] : []), ...(role === 'super_admin' ? [users] : [])] };
}

/** Sections of the board-game landing. */
const landingSections = [
  { to: '/#story', word: 'story' },
  { to: '/#about', word: 'about' },
] as const;

interface SheetOptions {
  customization: boolean;
  wishlist: boolean;
  /** Whether the home page is the board-game landing. */
  landing: boolean;
  role: Role | undefined;
}

/** Entries of the 'More Options' sheet by tenant and role (docs/product.md, Menus). */
export function sheetLinks({ customization, wishlist, landing, role }: SheetOptions) {
  const signedIn = role !== undefined;
  const links = [
    { to: href('/shop'), word: 'searchProducts', isVisible: true },
    { to: href('/categories'), word: 'categories', isVisible: true },
    ...landingSections.map((link) => ({ ...link, isVisible: landing })),
    { to: '/customize', word: 'customizeProduct', isVisible: customization },
    { to: href('/account/orders'), word: 'myOrders', isVisible: signedIn },
    { to: href('/account/wishlist'), word: 'wishlist', isVisible: signedIn && wishlist },
    { to: href('/deals'), word: 'specialDeals', isVisible: true },
    { to: href('/admin'), word: 'adminDashboard', isVisible: isStaff(role) },
  ] as const;
  return links.filter(({ isVisible }) => isVisible);
}

/** Entries of the board-game landing's navigation (docs/product.md, Menus), public and by role. */
export function landingLinks(role: Role | undefined) {
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
    role ? account : signIn,
    ...(isStaff(role) ? [dashboard] : []),
    ...(role === 'super_admin' ? [users] : []),
  ];
  return { everybody, personal };
}
