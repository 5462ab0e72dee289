/** A text in browser storage. Null is none. */
export interface StoredText {
  read: () => string | null;
  write: (value: string | null) => void;
}

/** What storage refuses lasts as long as the page: private modes may allow none, and it may be full. */
const unstored = new Map<string, string>();

function storedText(name: 'localStorage' | 'sessionStorage', key: string): StoredText {
  const place = `${name} ${key}`;
  return {
    read: () => {
      try {
        return unstored.get(place) ?? globalThis[name].getItem(key);
      } catch {
        return null;
      }
    },
    write: (value) => {
      unstored.delete(place);
      try {
        if (value === null) globalThis[name].removeItem(key);
        else globalThis[name].setItem(key, value);
      } catch {
        if (value !== null) unstored.set(place, value);
      }
    },
  };
}

/** A text in `localStorage`, for all tabs and visits. */
export const browserStorage = (key: string): StoredText => storedText('localStorage', key);

/** A text in `sessionStorage`, until the tab is closed. */
export const tabStorage = (key: string): StoredText => storedText('sessionStorage', key);
