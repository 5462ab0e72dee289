/** The sheets that can be printed of orders: packing slips, labels of parcels, and one list of what to pick. */
export const printKinds = ['slip', 'label', 'pick'] as const;

export type PaperKind = (typeof printKinds)[number];
