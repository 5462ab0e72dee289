import { href } from 'react-router';
import type { Role } from '#app/auth/model.ts';

/** Whether somebody works for the store. */
export function isStaff(role: Role | undefined): boolean {
  return role === 'admin' || role === 'super_admin';
}

/** Entries of the profile dropdown by role (spec section 2). */
export function profileLinks(role: Role) {
  const own = [
    { to: href('/account'), word: 'profile' as const },
    { to: href('/account/orders'), word: 'orders' as const },
    { to: href('/account/wishlist'), word: 'wishlist' as const },
  ];
  const admin = isStaff(role) ? [{ to: href('/admin'), word: 'adminPanel' as const }] : [];
  const superAdmin = role === 'super_admin' ? [{ to: '/admin/users', word: 'userManagement' as const }] : [];
  return { own, staff: [...admin, ...superAdmin] };
}

/** What the board-game landing's own navigation leads to on its own page. */
const landingSections = [
  { to: '/#story', word: 'story' as const },
  { to: '/#about', word: 'about' as const },
];

/** Entries of the 'More Options' sheet by tenant and role (spec section 2). */
export function sheetLinks(options: {
  customization: boolean;
  wishlist: boolean;
  /** Whether the home page is the board-game landing, with sections of its own. */
  landing: boolean;
  role: Role | undefined;
}) {
  const signedIn = options.role !== undefined;
  return [
    { to: href('/shop'), word: 'searchProducts' as const, shown: true },
    { to: href('/categories'), word: 'categories' as const, shown: true },
    ...landingSections.map((link) => ({ ...link, shown: options.landing })),
    { to: '/customize', word: 'customizeProduct' as const, shown: options.customization },
    { to: href('/account/orders'), word: 'myOrders' as const, shown: signedIn },
    { to: href('/account/wishlist'), word: 'wishlist' as const, shown: signedIn && options.wishlist },
    { to: href('/deals'), word: 'specialDeals' as const, shown: true },
    { to: href('/admin'), word: 'adminDashboard' as const, shown: isStaff(options.role) },
  ].filter(({ shown }) => shown);
}

/** Entries of the board-game landing's own navigation (spec section 2): for everybody, and for who is there by role. */
export function landingLinks(role: Role | undefined) {
  const own = role
    ? { to: href('/account'), word: 'account' as const }
    : { to: href('/signin'), word: 'signIn' as const };
  return {
    everybody: [
      { to: href('/shop'), word: 'games' as const },
      { to: href('/categories'), word: 'categories' as const },
      ...landingSections,
    ],
    own: [
      own,
      ...(isStaff(role) ? [{ to: href('/admin/dashboard'), word: 'dashboard' as const }] : []),
      ...(role === 'super_admin' ? [{ to: '/admin/users', word: 'users' as const }] : []),
    ],
  };
}
