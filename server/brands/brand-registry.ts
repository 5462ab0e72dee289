import type { Brand } from '../../app/brands/brand.ts';
import { presets } from '../../app/brands/presets.ts';

type Brands = readonly [Brand, ...Brand[]];

/** The stores' brands, and the store of each domain. */
interface Registry {
  brands: Brands;
  storeOfDomain: ReadonlyMap<string, string>;
}

const ofPresets: Registry = {
  brands: presets,
  storeOfDomain: new Map(presets.map(({ id, domain }) => [domain, id])),
};

let registry = ofPresets;
let revision = 0;

/** Replaces the brands that this process knows; without any, the presets'. */
export function registerBrands(brands: readonly Brand[], storeOfDomain: ReadonlyMap<string, string>): void {
  const [first, ...others] = brands;
  registry = first ? { brands: [first, ...others], storeOfDomain } : ofPresets;
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
