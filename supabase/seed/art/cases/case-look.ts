import type { MotifName } from '../motifs/all-motifs.ts';

/** A phone as a case sees it: its outline and where its cameras are. */
export type DeviceName =
  | 'iPhone 16'
  | 'iPhone 16 Pro'
  | 'iPhone 15'
  | 'Galaxy S24'
  | 'Galaxy S24 Ultra'
  | 'Pixel 9';

/** What is printed on a case. */
export type CasePrint =
  | { readonly kind: 'grid'; readonly motif: MotifName; readonly columns: number }
  | { readonly kind: 'single'; readonly motif: MotifName }
  | { readonly kind: 'terrazzo' | 'marble' | 'camo' | 'stripes' | 'blueprint' | 'waves' | 'sunset' | 'moire' }
  | { readonly kind: 'word'; readonly text: string };

/** How a case looks: how it is built, for which phone, in which colours. */
export interface CaseLook {
  readonly build: 'clear' | 'slim' | 'rugged' | 'magnetic' | 'leather' | 'wood' | 'print';
  readonly device: DeviceName;
  /** The case itself; for a clear one, the phone that shows through. */
  readonly color: string;
  /** Edges, ridges, stitching or the second colour of a print. */
  readonly trim: string;
  readonly third?: string;
  readonly print?: CasePrint;
}
