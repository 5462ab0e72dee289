import { type ComponentType, lazy, Suspense, useState } from 'react';

const underway: Promise<void>[] = [];

/**
 * Settles once the parts that the document holds can be rendered, on the server all of them. A page wakes as a whole: what
 * somebody does in a part that React has not reached would be lost. A part that cannot be fetched does not hold up the rest.
 */
export async function partsReady(): Promise<void> {
  // The code that asks may run before the routes' own, which it is bundled in front of, in the same task.
  await null;
  await Promise.allSettled(underway);
}

/** A part of a page that only some visits need, with its code in a file of its own. */
export interface PagePart<Props> {
  /** Tells the parts of all pages from each other in the document. */
  name: string;
  Late: ComponentType<Props>;
  ready?: ComponentType<Props>;
}

/** Names a part. Its code comes with the page's when the server has rendered it, else when it is first shown. */
export function pagePart<Props extends object>(
  name: string,
  load: () => Promise<{ default: ComponentType<Props> }>,
): PagePart<Props> {
  const part: PagePart<Props> = { name, Late: lazy(load) };
  if (typeof document === 'undefined' || document.querySelector(`[data-part="${name}"]`)) {
    underway.push(
      load().then((loaded) => {
        part.ready = loaded.default;
      }),
    );
  }
  return part;
}

/** Shows a part, at once if its code is there. */
export function Part<Props extends object>({ part, props }: { part: PagePart<Props>; props: Props }) {
  // For as long as it is shown: another type of component would begin anew, without what was typed.
  const [Ready] = useState(() => part.ready);
  return (
    <div data-part={part.name} className="contents">
      {Ready ? (
        <Ready {...props} />
      ) : (
        <Suspense fallback={null}>
          <part.Late {...props} />
        </Suspense>
      )}
    </div>
  );
}
