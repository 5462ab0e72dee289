import { dataOf } from '#app/lib/backend-error.ts';
import type { StoreContext } from '#app/lib/context.ts';
import type { Enums } from '#app/lib/database.types.ts';
import type { District } from './districts.ts';

const most = 8;

/**
 * Finds districts by name or prefix, forgiving spelling: in the governorate, or everywhere if it has no match. Without
 * a term, returns the whole governorate. @throws BackendError
 */
export async function readDistricts(
  { supabase }: Pick<StoreContext, 'supabase'>,
  term: string,
  governorate: Enums<'governorate'> | null,
): Promise<District[]> {
  const find = async (within: { p_governorate?: Enums<'governorate'>; p_limit: number }) =>
    dataOf(await supabase.rpc('find_districts', { p_query: term, ...within })).map(
      ({ name_ar: nameAr, is_exact: isExact, ...district }): District => ({ ...district, nameAr, isExact }),
    );
  const inside = governorate
    ? await find({ p_governorate: governorate, p_limit: term === '' ? 100 : most })
    : [];
  return inside.length > 0 || term === '' ? inside : find({ p_limit: most });
}
