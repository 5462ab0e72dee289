const database = 'souk-designs';
const store = 'images';

function open(): Promise<IDBDatabase> {
  return new Promise((done, fail) => {
    const request = indexedDB.open(database, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(store);
    request.onsuccess = () => done(request.result);
    request.onerror = () => fail(request.error);
  });
}

async function run<T>(mode: IDBTransactionMode, act: (images: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const db = await open();
  try {
    return await new Promise<T>((done, fail) => {
      const request = act(db.transaction(store, mode).objectStore(store));
      request.onsuccess = () => done(request.result);
      request.onerror = () => fail(request.error);
    });
  } finally {
    db.close();
  }
}

// Private modes may refuse storage; then pictures last as long as the page.
const onPage = new Map<string, Blob>();

/** Keeps a design's picture in this browser. */
export async function saveImage(id: string, image: Blob): Promise<void> {
  onPage.set(id, image);
  await run('readwrite', (images) => images.put(image, id)).catch(() => {});
}

/** A picture kept in this browser; undefined when it is gone. */
export async function readImage(id: string): Promise<Blob | undefined> {
  const known = onPage.get(id);
  if (known) return known;
  const stored: unknown = await run('readonly', (images) => images.get(id)).catch(() => undefined);
  return stored instanceof Blob ? stored : undefined;
}
