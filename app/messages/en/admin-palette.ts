/** Words of the command palette. */
export const paletteWords = {
  title: 'Go to anything',
  open: 'Search',
  hint: 'Page, product, order, customer, phone or action',
  none: 'Nothing found',
  product: 'Products',
  order: 'Orders',
  customer: 'Customers',
  pages: 'Pages',
  actions: 'Actions',
  newProduct: 'New product',
  categories: 'Categories',
  files: 'Import and export products',
  changes: 'What was changed',
  store: 'See the store',
} as const;
