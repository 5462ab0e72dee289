import type { Brand } from '../../app/brands/brand.ts';
import { presets } from '../../app/brands/presets.ts';
import type { Language } from '../../app/i18n/languages.ts';
import type { Seller } from '../../app/lib/json-columns.ts';

type Brands = readonly [Brand, ...Brand[]];

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

/** The stores' brands, and the store of each domain. */
interface Registry {
  brands: Brands;
  letterheads: ReadonlyMap<string, Letterhead>;
  storeOfDomain: ReadonlyMap<string, string>;
}

const ofPresets: Registry = {
  brands: presets,
  letterheads: new Map(),
  storeOfDomain: new Map(presets.map(({ id, domain }) => [domain, id])),
};

let registry = ofPresets;
let revision = 0;

/** Replaces the brands that this process knows; without any, the presets'. */
export function registerBrands(
  brands: readonly Brand[],
  storeOfDomain: ReadonlyMap<string, string>,
  letterheads: ReadonlyMap<string, Letterhead> = new Map(),
): void {
  const [first, ...others] = brands;
  registry = first ? { brands: [first, ...others], storeOfDomain, letterheads } : ofPresets;
  revision += 1;
}

/**
 * The brands of this installation's stores, in their order; the first is the default for unknown hosts. Those of the presets until
 * they have been read from the database.
 */
export const allBrands = (): Brands => registry.brands;

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
