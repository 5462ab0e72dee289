const database = 'souk-designs';
const store = 'images';

function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(database, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(store);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

async function run<T>(mode: IDBTransactionMode, act: (images: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const db = await openDatabase();
  try {
    return await new Promise<T>((resolve, reject) => {
      const request = act(db.transaction(store, mode).objectStore(store));
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  } finally {
    db.close();
  }
}

// Fallback where private browsing refuses IndexedDB; lost on reload.
const memory = new Map<string, Blob>();

/** Stores an image of a design in this browser. */
export async function saveImage(id: string, image: Blob): Promise<void> {
  memory.set(id, image);
  await run('readwrite', (images) => images.put(image, id)).catch(() => {});
}

/** Reads an image stored in this browser; undefined when it is missing. */
export async function readImage(id: string): Promise<Blob | undefined> {
  const cached = memory.get(id);
  if (cached) return cached;
  const stored: unknown = await run('readonly', (images) => images.get(id)).catch(() => undefined);
  return stored instanceof Blob ? stored : undefined;
}
