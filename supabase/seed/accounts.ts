/** Somebody who can sign in to the demo stores; the start command prints them and the README names them. */
export interface DemoAccount {
  readonly role: 'super admin' | 'staff' | 'shopper';
  /** What the person types; the stored address carries the store in its local part (spec section 5). */
  readonly email: string;
  readonly password: string;
  readonly name: string;
  /** The stores it exists in: one account each. */
  readonly tenants: readonly string[];
}

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
    password: 'five-stores-one-owner',
    name: 'Samira Wahba',
    tenants: STORES.map(({ id }) => id),
  },
  ...STORES.flatMap(({ id, staff, shopper }): DemoAccount[] => [
    {
      role: 'staff',
      email: `staff@${id}.example`,
      password: `behind-the-counter`,
      name: staff,
      tenants: [id],
    },
    {
      role: 'shopper',
      email: `shopper@${id}.example`,
      password: `happy-shopping`,
      name: shopper,
      tenants: [id],
    },
  ]),
];

/** The address an account is stored under in a store: local+tenant@domain (spec section 5). */
export function storedAddress(email: string, tenantId: string): string {
  const at = email.lastIndexOf('@');
  return `${email.slice(0, at)}+${tenantId}${email.slice(at)}`;
}
