import type { PictureJob } from './art/picture-plan.ts';
import { type DemoStore, demoStores } from './catalogue/demo-stores.ts';
import { bannerPicture, categoryPicture, type PicturePlace, productPictures } from './picture-addresses.ts';
import { openPicturePool } from './picture-pool.ts';
import { inStep, type SeedContext, succeeded } from './seed-context.ts';

interface Task {
  readonly job: PictureJob;
  readonly place: PicturePlace;
}

function tasksOf(store: DemoStore): Task[] {
  const at = demoStores.indexOf(store);
  const tasks: Task[] = [];
  for (const [shelf, { products }] of store.shelves.entries()) {
    tasks.push({ job: { kind: 'category', store: at, shelf }, place: categoryPicture(store, shelf) });
    for (const product of products.keys()) {
      for (const [shot, place] of productPictures(store, shelf, product).entries())
        tasks.push({ job: { kind: 'product', store: at, shelf, product, shot }, place });
    }
  }
  for (const banner of store.words.banners.keys())
    tasks.push({ job: { kind: 'banner', store: at, banner }, place: bannerPicture(store, banner) });
  return tasks;
}

/** Pictures that share a drawing, such as all of one garment, go to the same thread. */
function laneOf(job: PictureJob): string {
  const store = demoStores[job.store];
  if (store?.kind !== 'garments' || job.kind === 'banner') return `${store?.id}`;
  const entry = store.shelves[job.shelf]?.products[job.kind === 'product' ? job.product : 0];
  return entry?.garment ?? store.id;
}

/** Paths of a store that have been stored already, by an earlier attempt that did not finish. */
async function storedPaths(store: DemoStore, { client }: SeedContext): Promise<Set<string>> {
  const folders: [bucket: PicturePlace['bucket'], folder: string][] = [
    ['banners', `banner-images/${store.id}`],
    ['website-images', `category-images/${store.id}`],
  ];
  const tops = await client.storage.from('product-images').list(store.id, { limit: 1000 });
  for (const { name } of tops.data ?? []) folders.push(['product-images', `${store.id}/${name}`]);
  const listed = await Promise.all(
    folders.map(async ([bucket, folder]) => {
      const { data } = await client.storage.from(bucket).list(folder, { limit: 1000 });
      return (data ?? []).map(({ name }) => `${folder}/${name}`);
    }),
  );
  return new Set(listed.flat());
}

/** Draws and uploads every picture of the given stores that is not stored yet, and says how far it is. */
export async function seedPictures(stores: readonly DemoStore[], context: SeedContext): Promise<number> {
  const wanted = await Promise.all(
    stores.map(async (store) => {
      const stored = await storedPaths(store, context);
      return tasksOf(store).filter(({ place }) => !stored.has(place.path));
    }),
  );
  const tasks = wanted.flat();
  if (tasks.length === 0) return 0;
  const pool = openPicturePool(laneOf);
  let done = 0;
  let told = 0;
  const make = async ({ job, place }: Task): Promise<void> => {
    const jpeg = await pool.draw(job);
    const { error } = await context.client.storage
      .from(place.bucket)
      .upload(place.path, jpeg, { contentType: 'image/jpeg', cacheControl: '3600' });
    succeeded(`picture ${place.path}`, { error });
    done += 1;
    const tenths = Math.floor((done / tasks.length) * 10);
    if (tenths > told) {
      told = tenths;
      context.log(`Demo stores: ${done} of ${tasks.length} pictures`);
    }
  };
  try {
    await inStep(
      tasks.map((task) =>
        make(task).catch(async (error: unknown) => {
          // One picture that fails ends the drawing of the others; they are made at the next start.
          await pool.close();
          throw error;
        }),
      ),
    );
  } finally {
    await pool.close();
  }
  return tasks.length;
}
