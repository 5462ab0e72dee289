/** A text that a browser keeps under a name. Null is none. */
export interface Kept {
  read: () => string | null;
  write: (value: string | null) => void;
}

/** What a browser would not keep lasts as long as the page: private modes may refuse storage, and it may be full. */
const unkept = new Map<string, string>();

function keptIn(name: 'localStorage' | 'sessionStorage', key: string): Kept {
  const place = `${name} ${key}`;
  return {
    read: () => {
      try {
        return unkept.get(place) ?? globalThis[name].getItem(key);
      } catch {
        return null;
      }
    },
    write: (value) => {
      unkept.delete(place);
      try {
        if (value === null) globalThis[name].removeItem(key);
        else globalThis[name].setItem(key, value);
      } catch {
        if (value !== null) unkept.set(place, value);
      }
    },
  };
}

/** What this browser keeps under a key, for all its tabs and visits. */
export const keptByBrowser = (key: string): Kept => keptIn('localStorage', key);

/** What this tab keeps under a key until it is closed. */
export const keptByTab = (key: string): Kept => keptIn('sessionStorage', key);
