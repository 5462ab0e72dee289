import { href } from 'react-router';
import type { Role } from '#app/auth/model.ts';

export function isStaff(role: Role | undefined): boolean {
  return role === 'admin' || role === 'super_admin';
}

/** Entries of the profile menu by role (spec section 2). */
export function profileLinks(role: Role) {
  const personal = [
    { to: href('/account'), word: 'profile' as const },
    { to: href('/account/orders'), word: 'orders' as const },
    { to: href('/account/wishlist'), word: 'wishlist' as const },
  ];
  const admin = isStaff(role) ? [{ to: href('/admin'), word: 'adminPanel' as const }] : [];
  const superAdmin = role === 'super_admin' ? [{ to: '/admin/users', word: 'userManagement' as const }] : [];
  return { personal, staff: [...admin, ...superAdmin] };
}

/** Sections of the board-game landing. */
const landingSections = [
  { to: '/#story', word: 'story' as const },
  { to: '/#about', word: 'about' as const },
];

/** Entries of the 'More Options' sheet by tenant and role (spec section 2). */
export function sheetLinks(options: {
  customization: boolean;
  wishlist: boolean;
  /** Whether the home page is the board-game landing. */
  landing: boolean;
  role: Role | undefined;
}) {
  const signedIn = options.role !== undefined;
  return [
    { to: href('/shop'), word: 'searchProducts' as const, isVisible: true },
    { to: href('/categories'), word: 'categories' as const, isVisible: true },
    ...landingSections.map((link) => ({ ...link, isVisible: options.landing })),
    { to: '/customize', word: 'customizeProduct' as const, isVisible: options.customization },
    { to: href('/account/orders'), word: 'myOrders' as const, isVisible: signedIn },
    { to: href('/account/wishlist'), word: 'wishlist' as const, isVisible: signedIn && options.wishlist },
    { to: href('/deals'), word: 'specialDeals' as const, isVisible: true },
    { to: href('/admin'), word: 'adminDashboard' as const, isVisible: isStaff(options.role) },
  ].filter(({ isVisible }) => isVisible);
}

/** Entries of the board-game landing's navigation (spec section 2), public and by role. */
export function landingLinks(role: Role | undefined) {
  const personal = role
    ? { to: href('/account'), word: 'account' as const }
    : { to: href('/signin'), word: 'signIn' as const };
  return {
    everybody: [
      { to: href('/shop'), word: 'games' as const },
      { to: href('/categories'), word: 'categories' as const },
      ...landingSections,
    ],
    personal: [
      personal,
      ...(isStaff(role) ? [{ to: href('/admin/dashboard'), word: 'dashboard' as const }] : []),
      ...(role === 'super_admin' ? [{ to: '/admin/users', word: 'users' as const }] : []),
    ],
  };
}
