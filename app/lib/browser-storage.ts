/** A text value in browser storage; null when unset. */
export interface StoredText {
  read: () => string | null;
  write: (value: string | null) => void;
}

/** Fallback for values that storage refuses, as in private mode or when full; lasts as long as the page. */
const memoryFallback = new Map<string, string>();

function storedText(name: 'localStorage' | 'sessionStorage', key: string): StoredText {
  const place = `${name} ${key}`;
  return {
    read: () => {
      try {
        return memoryFallback.get(place) ?? globalThis[name].getItem(key);
      } catch {
        return null;
      }
    },
    write: (value) => {
      memoryFallback.delete(place);
      try {
        if (value === null) globalThis[name].removeItem(key);
        else globalThis[name].setItem(key, value);
      } catch {
        if (value !== null) memoryFallback.set(place, value);
      }
    },
  };
}

/** A value in `localStorage`, shared by tabs. */
export const browserStorage = (key: string): StoredText => storedText('localStorage', key);

/** A value in `sessionStorage`, until the tab closes. */
export const tabStorage = (key: string): StoredText => storedText('sessionStorage', key);
