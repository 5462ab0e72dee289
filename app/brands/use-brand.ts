import { createContext, useContext } from 'react';
import type { PageBrand } from './brand.ts';

/** Provided by the root layout from the root loader's data. */
export const BrandContext = createContext<PageBrand | undefined>(undefined);

/** The brand of the page. Only this brand is sent to the browser; never import the list there. */
export function useBrand(): PageBrand {
  const brand = useContext(BrandContext);
  if (!brand) throw new Error('useBrand needs a BrandContext around it; the root layout provides one.');
  return brand;
}
