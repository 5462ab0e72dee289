import type { Brand } from '../../app/brands/brand.ts';
import { presets } from '../../app/brands/presets.ts';
import type { Language } from '../../app/i18n/languages.ts';
import type { Enums } from '../../app/lib/database.types.ts';
import type { Seller } from '../../app/lib/json-columns.ts';

type Brands = readonly [Brand, ...Brand[]];

type StoreState = Enums<'store_state'>;

/** How a store signs its mails and papers. */
export interface Letterhead {
  /** The address mail is sent from; null: the installation's. */
  sender: string | null;
  /** Where answers go; null: the contact address. */
  replyTo: string | null;
  /** The last lines of mails, by language; '' for the store's name and contact address. */
  signature: Readonly<Record<Language, string>>;
  seller: Seller;
}

/** The stores' brands, letterheads and states, and the store of each domain. */
interface Registry {
  brands: Brands;
  letterheads: ReadonlyMap<string, Letterhead>;
  storeOfDomain: ReadonlyMap<string, string>;
  stateOf: ReadonlyMap<string, StoreState>;
}

const ofPresets: Registry = {
  brands: presets,
  letterheads: new Map(),
  storeOfDomain: new Map(presets.map(({ id, domain }) => [domain, id])),
  stateOf: new Map(),
};

let registry = ofPresets;
let revision = 0;

/** Replaces the brands that this process knows; without any, the presets'. */
export function registerBrands(
  brands: readonly Brand[],
  facts: Partial<Omit<Registry, 'brands'>> = {},
): void {
  const [first, ...others] = brands;
  registry = first
    ? {
        letterheads: new Map(),
        storeOfDomain: new Map(),
        stateOf: new Map(),
        ...facts,
        brands: [first, ...others],
      }
    : ofPresets;
  revision += 1;
}

/** The brands of all stores, removed ones included, in their order. Those of the presets until they have been read from the database. */
export const allBrands = (): Brands => registry.brands;

/** Whether a store was removed. */
export const isGone = (id: string): boolean => registry.stateOf.get(id) === 'gone';

/** The brands of the stores that were not removed. */
export const presentBrands = (): Brand[] => registry.brands.filter(({ id }) => !isGone(id));

const preference: readonly StoreState[] = ['open', 'resting', 'closed', 'gone'];

/** The store of unknown hosts: the first open one, or else the first that rests, is closed, or was removed. */
export function defaultBrand(): Brand {
  const rankOf = ({ id }: Brand) => preference.indexOf(registry.stateOf.get(id) ?? 'open');
  return registry.brands.reduce((best, brand) => (rankOf(brand) < rankOf(best) ? brand : best));
}

/** A number that changes with the brands and domains, for caches of what depends on them. */
export const brandsRevision = (): number => revision;

/** The brand with this id, case-insensitively; undefined when there is none. */
export function brandById(id: string | null | undefined): Brand | undefined {
  const lowerCaseId = id?.toLowerCase();
  return registry.brands.find((brand) => brand.id === lowerCaseId);
}

/** How a store signs its mails and papers; with nothing but its brand until the database has been read. */
export function letterheadOf({ id, name, contactEmail }: Brand): Letterhead {
  const letterhead = registry.letterheads.get(id);
  const seller = { name, email: contactEmail, ...letterhead?.seller };
  return { sender: null, replyTo: null, signature: { en: '', ar: '' }, ...letterhead, seller };
}

/** All domains of the stores. */
export const allDomains = (): string[] => [...registry.storeOfDomain.keys()];

/** The id of the store to which a host name leads: by its own domain, or else by the nearest one above it. */
export function storeOfDomain(name: string): string | undefined {
  for (let domain = name; domain.includes('.'); domain = domain.slice(domain.indexOf('.') + 1)) {
    const id = registry.storeOfDomain.get(domain);
    if (id) return id;
  }
  return undefined;
}
