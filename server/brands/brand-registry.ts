import type { Brand } from '../../app/brands/brand.ts';
import { presets } from '../../app/brands/presets.ts';
import type { Enums } from '../../app/lib/database.types.ts';

type Brands = readonly [Brand, ...Brand[]];

type StoreState = Enums<'store_state'>;

/** The stores' brands and states, and the store of each domain. */
interface Registry {
  brands: Brands;
  storeOfDomain: ReadonlyMap<string, string>;
  stateOf: ReadonlyMap<string, StoreState>;
}

const ofPresets: Registry = {
  brands: presets,
  storeOfDomain: new Map(presets.map(({ id, domain }) => [domain, id])),
  stateOf: new Map(),
};

let registry = ofPresets;
let revision = 0;

/** Replaces the brands that this process knows; without any, the presets'. */
export function registerBrands(
  brands: readonly Brand[],
  storeOfDomain: ReadonlyMap<string, string>,
  stateOf: ReadonlyMap<string, StoreState> = new Map(),
): void {
  const [first, ...others] = brands;
  registry = first ? { brands: [first, ...others], storeOfDomain, stateOf } : ofPresets;
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
