import { useEffect } from 'react';
import { faceArrived, imageArrived, useDesign, useDesigner } from './designer-store.ts';
import { loadPrintFont } from './load-print-font.ts';
import { imageOf } from './stored-designs.ts';

const asked = new Set<string>();

/** Fetches the faces and pictures that the open design uses. */
export function useLoadedDesign(): void {
  const { elements } = useDesign();
  useEffect(() => {
    const { images } = useDesigner.getState();
    for (const element of elements) {
      const need = element.kind === 'text' ? element.font : element.source;
      if (asked.has(need) || images.has(need)) continue;
      asked.add(need);
      const loaded =
        element.kind === 'text'
          ? loadPrintFont(element.font).then(faceArrived)
          : imageOf(element.source)
              .then((blob) => (blob ? createImageBitmap(blob) : null))
              .then((image) => image && imageArrived(element.source, image));
      // What could not be fetched is asked for again by the next change.
      loaded.catch(() => asked.delete(need));
    }
  }, [elements]);
}
