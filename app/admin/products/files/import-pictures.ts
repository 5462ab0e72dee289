import { z } from 'zod';
import type { Json } from '#app/lib/database.types.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import { fields } from '#app/product/parse-values.ts';
import type { FileRow } from './import-rows.ts';

const bucket = 'product-images';
const endpoint = '/picture-imports';
const concurrency = 3;

const problems = ['address', 'unreachable', 'tooLarge', 'notPicture', 'tooMany', 'failed'] as const;
type PictureProblem = (typeof problems)[number];

/** A picture that could not be fetched, and its product. */
export type FailedPicture = { address: string; product: string; problem: PictureProblem };

/** Original addresses of external pictures, by their addresses in the store. */
export type ForeignPictures = ReadonlyMap<string, string>;

const listOf = (value: Json | undefined) =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];

/** Returns the addresses of the pictures of a row and its variants. */
export function picturesIn({ set, variants = [] }: FileRow): string[] {
  const shown = variants.flatMap(({ image }) => (typeof image === 'string' ? [image] : []));
  return [...new Set([...listOf(set.images), ...shown])];
}

/**
 * Replaces the picture addresses of a row; pictures without a new address are left out. A row that loses all
 * of its pictures omits the column, so that the product keeps its stored ones.
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
 * Returns a stable file name for an address, so that a picture is fetched once: its 64-bit FNV-1a hash,
 * because browsers offer no digest on plain http.
 */
export function fileName(address: string): string {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(address)) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  }
  return hash.toString(16).padStart(16, '0');
}

/** Replaces the addresses of external pictures by their future addresses in the store. */
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

const refusal = z.object({ details: z.enum(problems) });

/** Fetches a picture into the store; returns `late` when it takes longer than `timeout` in milliseconds. */
async function fetchPicture(
  stored: string,
  address: string,
  timeout?: number,
): Promise<PictureProblem | 'late' | null> {
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
      ...(timeout === undefined ? {} : { signal: AbortSignal.timeout(timeout) }),
    });
    if (response.ok) return null;
    const refused = refusal.safeParse(await response.json());
    return refused.success ? refused.data.details : 'failed';
  } catch (error) {
    return error instanceof DOMException && error.name === 'TimeoutError' ? 'late' : 'failed';
  }
}

/** Number of failures after which a server without any success is skipped. */
const mostFailures = 3;

type Fetched = {
  /** The rows without the missing pictures. */
  rows: FileRow[];
  failed: FailedPicture[];
  /** Rows with a slow picture, without the failed pictures. */
  late: FileRow[];
};

/**
 * Fetches the pictures of rows into the store. With a `timeout` in milliseconds, slower pictures and further
 * ones of an unresponsive server are late: they can be fetched again after the import.
 */
export async function fetchPictures(
  rows: readonly FileRow[],
  pictures: ForeignPictures,
  onProgress: (done: number, all: number) => void,
  timeout?: number,
  fetchOne: typeof fetchPicture = fetchPicture,
): Promise<Fetched> {
  const wanted = [...new Set(rows.flatMap(picturesIn))].filter((address) => pictures.has(address));
  const problemOf = new Map<string, PictureProblem | 'late'>();
  const servers = new Map<string, { loaded: number; failed: number }>();
  let done = 0;
  const waiting = wanted.values();
  const work = async () => {
    for (const stored of waiting) {
      onProgress(done, wanted.length);
      const address = pictures.get(stored) ?? '';
      const host = URL.parse(address)?.host ?? '';
      const server = servers.get(host) ?? { loaded: 0, failed: 0 };
      servers.set(host, server);
      const isSilent = server.loaded === 0 && server.failed >= mostFailures;
      const silent = timeout === undefined ? 'unreachable' : 'late';
      const problem = isSilent ? silent : await fetchOne(stored, address, timeout);
      if (problem === null) server.loaded += 1;
      else problemOf.set(stored, problem);
      if (problem === 'late' || problem === 'unreachable') server.failed += 1;
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  const failed = rows.flatMap((row) =>
    picturesIn(row).flatMap((stored) => {
      const problem = problemOf.get(stored);
      const product = String(row.set.name ?? row.id ?? '');
      const address = pictures.get(stored) ?? '';
      return problem && problem !== 'late' ? [{ address, product, problem }] : [];
    }),
  );
  const without = (row: FileRow, isOut: (stored: string) => boolean) =>
    picturesIn(row).some(isOut)
      ? withAddresses(row, (address) => (isOut(address) ? undefined : address))
      : row;
  const isLate = (stored: string) => problemOf.get(stored) === 'late';
  return {
    rows: rows.map((row) => without(row, (stored) => problemOf.has(stored))),
    failed,
    late: rows
      .filter((row) => picturesIn(row).some(isLate))
      .map((row) => without(row, (stored) => problemOf.has(stored) && !isLate(stored))),
  };
}

/** Returns a row with only the pictures of a product and its variants; undefined without pictures. */
export function picturesOnly({ row, set, options, variants = [] }: FileRow, id: string): FileRow | undefined {
  const shown = variants.flatMap(({ row, options, image }) =>
    typeof image === 'string' ? [{ row, options, image }] : [],
  );
  const { images, image_alts } = set;
  if (listOf(images).length === 0 && shown.length === 0) return undefined;
  return {
    row,
    id,
    set: { ...(images ? { images } : {}), ...(image_alts ? { image_alts } : {}) },
    ...(shown.length > 0 ? { ...(options ? { options } : {}), variants: shown } : {}),
  };
}
