import { Constants } from '#app/lib/database.types.ts';

/** Egypt's governorates, from the database's enum. Their names are in the message catalogs. */
export const governorates = Constants.public.Enums.governorate;

export function isGovernorate(name: string): name is (typeof governorates)[number] {
  return governorates.some((known) => known === name);
}
