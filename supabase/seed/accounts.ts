/** Somebody who can sign in to the demo stores; the start command prints them and the README names them. */
export interface DemoAccount {
  readonly role: 'super admin' | 'staff' | 'shopper';
  /** What the person types; the stored address carries the store in its local part (spec section 5). */
  readonly email: string;
  readonly password: string;
  /** The password's bcrypt hash, so that fifteen accounts are made without hashing fifteen times. */
  readonly passwordHash: string;
  readonly name: string;
  /** The stores it exists in: one account each. */
  readonly tenants: readonly string[];
}

/** The demo passwords and their hashes; a test signs in with each, so they cannot drift apart. */
const PASSWORDS = {
  'super admin': {
    password: 'five-stores-one-owner',
    passwordHash: '$2a$10$6K3sufnsLWfPJQUqHlD8A.dvYrWb6GjiueNzVEP.0ulG/HttQL1Py',
  },
  staff: {
    password: 'behind-the-counter',
    passwordHash: '$2a$10$YhDnZYINgCo5QskiSaLA3OU5JSfTcIfVUAH9FKROTKedNZVTYGDSG',
  },
  shopper: {
    password: 'happy-shopping',
    passwordHash: '$2a$10$Q.n5oCFk0LjEJOJdJoUpt.nE7cjJKoRsdDFOx6Ta0cWdRYqA5u1NW',
  },
} as const;

const STORES = [
  { id: 'inkthread', staff: 'Mona Rashad', shopper: 'Karim Adel' },
  { id: 'meeplehouse', staff: 'Tarek Selim', shopper: 'Laila Hassan' },
  { id: 'casecraft', staff: 'Nadine Fawzy', shopper: 'Omar Khaled' },
  { id: 'northblock', staff: 'Ziad Nasser', shopper: 'Farida Samir' },
  { id: 'duoworks', staff: 'Heba Anwar', shopper: 'Youssef Magdy' },
] as const;

/** The demo accounts, the platform's owner first. They are public: a real store starts with SOUK_SEED=none. */
export const demoAccounts: readonly DemoAccount[] = [
  {
    role: 'super admin',
    email: 'owner@souk.example',
    ...PASSWORDS['super admin'],
    name: 'Samira Wahba',
    tenants: STORES.map(({ id }) => id),
  },
  ...STORES.flatMap(({ id, staff, shopper }): DemoAccount[] => [
    { role: 'staff', email: `staff@${id}.example`, ...PASSWORDS.staff, name: staff, tenants: [id] },
    { role: 'shopper', email: `shopper@${id}.example`, ...PASSWORDS.shopper, name: shopper, tenants: [id] },
  ]),
];
