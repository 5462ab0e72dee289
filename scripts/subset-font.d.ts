declare module 'subset-font' {
  type Axis = number | { min: number; max: number; default?: number };

  /** Cuts a font down to the glyphs of a text and to part of its variation space. */
  export default function subsetFont(
    font: Uint8Array,
    text: string,
    options: {
      targetFormat: 'sfnt' | 'woff2';
      variationAxes?: Record<string, Axis>;
      keepFeatures?: string[];
      noHinting?: boolean;
    },
  ): Promise<Buffer<ArrayBuffer>>;
}
