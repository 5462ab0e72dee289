import { useEffect } from 'react';
import { fontLoaded, imageLoaded, useDesign, useDesigner } from './designer-store.ts';
import { loadPrintFont } from './load-print-font.ts';
import { imageOf } from './stored-designs.ts';

const requested = new Set<string>();

/** Loads the fonts and images of the open design. */
export function useLoadedDesign(): void {
  const { elements } = useDesign();
  useEffect(() => {
    const { images } = useDesigner.getState();
    for (const element of elements) {
      const assetKey = element.kind === 'text' ? element.font : element.source;
      if (requested.has(assetKey) || images.has(assetKey)) continue;
      requested.add(assetKey);
      const loaded =
        element.kind === 'text'
          ? loadPrintFont(element.font).then(fontLoaded)
          : imageOf(element.source)
              .then((blob) => (blob ? createImageBitmap(blob) : null))
              .then((image) => image && imageLoaded(element.source, image));
      // The next change tries again.
      loaded.catch(() => requested.delete(assetKey));
    }
  }, [elements]);
}
