import { createContext, useContext } from 'react';
import type { Brand } from './brand.ts';

/** Set once by the root layout from the root loader's answer. */
export const BrandContext = createContext<Brand | undefined>(undefined);

/** The brand of the page. Only the page's own brand reaches the browser; never import the list there. */
export function useBrand(): Brand {
  const brand = useContext(BrandContext);
  if (!brand) throw new Error('useBrand needs a BrandContext around it; the root layout provides one.');
  return brand;
}
