import { Component, type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { uiWords } from '#app/messages/en/ui.ts';
import { useWords } from '#app/messages/use-words.ts';
import { toast } from './toast.ts';

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>;

/** A part of a page that only some visits need, with its code in a file of its own. */
export interface LatePart<Props> {
  Late: ComponentType<Props>;
  /** Tells the parts that the server renders from each other in the document. */
  name?: string;
  ready?: ComponentType<Props>;
  /** The text of what the server has drawn of it, where its code did not come. */
  drawn?: string;
}

/** Names a part whose code comes when it is first shown. */
export function latePart<Props extends object>(load: Load<Props>): LatePart<Props> {
  const attempt = () =>
    lazy(() =>
      load().catch((error) => {
        // A lazy component keeps its failure for good.
        part.Late = attempt();
        throw error;
      }),
    );
  const part: LatePart<Props> = { Late: attempt() };
  return part;
}

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

/**
 * Names a part that the server renders with the page. Its code comes with the page's when it has, else when it is first
 * shown.
 */
export function pagePart<Props extends object>(name: string, load: Load<Props>): LatePart<Props> {
  const part = latePart(load);
  part.name = name;
  const place = typeof document === 'undefined' ? null : document.querySelector(`[data-part="${name}"]`);
  if (typeof document === 'undefined' || place) {
    underway.push(
      load().then(
        (loaded) => {
          part.ready = loaded.default;
        },
        () => {
          part.drawn = place?.textContent ?? undefined;
        },
      ),
    );
  }
  return part;
}

/** Keeps what goes wrong in a part, such as its code that cannot be fetched, from the page around it. */
class Boundary extends Component<
  { children: () => ReactNode; missing: (retry: () => void) => ReactNode },
  { failed: boolean }
> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  retry = () => this.setState({ failed: false });

  override render() {
    return this.state.failed ? this.props.missing(this.retry) : this.props.children();
  }
}

const nothing = () => null;

type PartProps<Props> = {
  part: LatePart<Props>;
  props: Props;
  /** Stands in while the code is on its way. */
  waiting?: ReactNode;
  /** Stands in when the part cannot be shown; nothing unless told. */
  missing?: (retry: () => void) => ReactNode;
};

/** Shows a part, at once if its code is there. */
export function Part<Props extends object>({
  part,
  props,
  waiting = null,
  missing = nothing,
}: PartProps<Props>) {
  // For as long as it is shown: another type of component would begin anew, without what was typed.
  const [Ready] = useState(() => part.ready);
  const [drawn] = useState(part.drawn);
  useEffect(() => {
    part.drawn = undefined;
  }, [part]);
  if (drawn !== undefined) {
    // React finds this text where it looks for it, and leaves what the server has drawn as it is.
    return (
      <div data-part={part.name} className="contents">
        {drawn}
      </div>
    );
  }
  const shown = (
    <Boundary missing={missing}>
      {() =>
        Ready ? (
          <Ready {...props} />
        ) : (
          <Suspense fallback={waiting}>
            <part.Late {...props} />
          </Suspense>
        )
      }
    </Boundary>
  );
  return part.name ? (
    <div data-part={part.name} className="contents">
      {shown}
    </div>
  ) : (
    shown
  );
}

/** Says that what somebody opened cannot be shown, and closes it again, so that it can be asked for once more. */
export function Unopened({ onClose }: { onClose: () => void }) {
  const t = useWords(uiWords);
  const [close] = useState(() => onClose);
  useEffect(() => {
    toast({ title: t('errorTitle'), description: t('errorAgain'), variant: 'destructive' });
    close();
  }, [t, close]);
  return null;
}

/** Shows a part that somebody opened, such as a dialog; `props.onClose` takes that back. */
export function OpenedPart<Props extends { onClose: () => void }>(shown: PartProps<Props>) {
  return <Part {...shown} missing={() => <Unopened onClose={shown.props.onClose} />} />;
}
