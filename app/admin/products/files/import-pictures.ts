import { z } from 'zod';
import type { Json } from '#app/lib/database.types.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import { fields } from '#app/product/parse-values.ts';
import type { FileRow } from './import-rows.ts';

const bucket = 'product-images';
const endpoint = '/picture-imports';
/** Pictures that are fetched at once. */
const atOnce = 3;

const problems = ['address', 'unreachable', 'tooLarge', 'notPicture', 'tooMany', 'failed'] as const;
type PictureProblem = (typeof problems)[number];

/** A picture that could not be fetched, and the product that has it. */
export type FailedPicture = { address: string; product: string; problem: PictureProblem };

/** The addresses of pictures elsewhere, by those that they get in the store. */
export type ForeignPictures = ReadonlyMap<string, string>;

const listOf = (value: Json | undefined) =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];

/** Returns the addresses of the pictures of a row and its variants. */
export function picturesIn({ set, variants = [] }: FileRow): string[] {
  const shown = variants.flatMap(({ image }) => (typeof image === 'string' ? [image] : []));
  return [...new Set([...listOf(set.images), ...shown])];
}

/**
 * Returns a row with other addresses of its pictures; those without one are left out. A row that loses all of its
 * pictures says nothing of them, so that the product keeps those that it has.
 */
export function withAddresses(row: FileRow, addressOf: (address: string) => string | undefined): FileRow {
  const { images: _, image_alts: __, ...set } = row.set;
  const images = listOf(row.set.images);
  const kept = images.flatMap((address) => addressOf(address) ?? []);
  const alts = Object.entries(fields(row.set.image_alts)).flatMap(([address, alt]) => {
    const stored = addressOf(address);
    return stored && typeof alt === 'string' ? [[stored, alt] as const] : [];
  });
  const isLost = images.length > 0 && kept.length === 0;
  return {
    ...row,
    set: {
      ...set,
      ...('images' in row.set && !isLost ? { images: kept } : {}),
      ...('image_alts' in row.set && !isLost ? { image_alts: Object.fromEntries(alts) } : {}),
    },
    ...(row.variants && {
      variants: row.variants.map(({ image, ...variant }) => {
        const stored = typeof image === 'string' ? addressOf(image) : image;
        return stored === undefined ? variant : { ...variant, image: stored };
      }),
    }),
  };
}

/**
 * Names the file of an address, the same each time, so that a picture is fetched once: its FNV-1a hash of 64 bits, as
 * browsers have no digest on plain http.
 */
export function fileName(address: string): string {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(address)) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  }
  return hash.toString(16).padStart(16, '0');
}

/** Gives the pictures of rows that lie elsewhere the addresses that they get in the store. */
export async function withStoredPictures(
  rows: readonly FileRow[],
): Promise<{ rows: FileRow[]; pictures: ForeignPictures }> {
  const files = (await loadSupabase()).storage.from(bucket);
  const own = new URL(files.getPublicUrl('').data.publicUrl).origin;
  const foreign = [...new Set(rows.flatMap(picturesIn))].filter((address) => {
    const { origin, protocol } = new URL(address, location.href);
    return /^https?:$/.test(protocol) && origin !== location.origin && origin !== own;
  });
  const stored = new Map<string, string>();
  for (const address of foreign) {
    const path = `${pageTenant()}/imported/${fileName(address)}.webp`;
    stored.set(address, files.getPublicUrl(path).data.publicUrl);
  }
  return {
    rows:
      stored.size === 0 ? [...rows] : rows.map((row) => withAddresses(row, (one) => stored.get(one) ?? one)),
    pictures: new Map([...stored].map(([address, publicUrl]) => [publicUrl, address])),
  };
}

const refusal = z.object({ problem: z.enum(problems) });

async function fetchPicture(stored: string, address: string): Promise<PictureProblem | null> {
  const { data } = await (await loadSupabase()).auth.getSession();
  const name = /([^/]+)\.webp$/.exec(stored)?.[1] ?? '';
  try {
    const response = await fetch(endpoint, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${data.session?.access_token ?? ''}`,
      },
      body: JSON.stringify({ tenant: pageTenant(), name, address }),
    });
    if (response.ok) return null;
    const refused = refusal.safeParse(await response.json());
    return refused.success ? refused.data.problem : 'failed';
  } catch {
    return 'failed';
  }
}

/**
 * Fetches the pictures of rows into the store. Returns the rows without those that could not be fetched, and a list of
 * these.
 */
export async function fetchPictures(
  rows: readonly FileRow[],
  pictures: ForeignPictures,
  onProgress: (done: number, all: number) => void,
): Promise<{ rows: FileRow[]; failed: FailedPicture[] }> {
  const wanted = [...new Set(rows.flatMap(picturesIn))].filter((address) => pictures.has(address));
  const problemOf = new Map<string, PictureProblem>();
  let done = 0;
  const waiting = wanted.values();
  const work = async () => {
    for (const stored of waiting) {
      onProgress(done, wanted.length);
      const problem = await fetchPicture(stored, pictures.get(stored) ?? '');
      if (problem) problemOf.set(stored, problem);
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  const failed = rows.flatMap((row) =>
    picturesIn(row).flatMap((stored) => {
      const problem = problemOf.get(stored);
      const product = String(row.set.name ?? row.id ?? '');
      return problem ? [{ address: pictures.get(stored) ?? '', product, problem }] : [];
    }),
  );
  const fetched = rows.map((row) =>
    picturesIn(row).some((address) => problemOf.has(address))
      ? withAddresses(row, (address) => (problemOf.has(address) ? undefined : address))
      : row,
  );
  return { rows: fetched, failed };
}
