import { useShownValue } from '#app/store/root-data.ts';
import { Badge } from '#app/ui/badge.tsx';
import { classes } from '#app/ui/classes.ts';
import { knownSwatch, swatchBackground } from './swatch-color.ts';

type SwatchProps = {
  /** CSS background, from `swatchBackground` or the store. */
  background: string;
  className: string;
};

/** A color swatch. Decorative: its name is next to it. */
export function Swatch({ background, className }: SwatchProps) {
  return (
    <span
      aria-hidden="true"
      style={{ background }}
      className={classes('shrink-0 rounded-full border border-line-strong', className)}
    />
  );
}

type OptionChipProps = {
  /** An option value, such as "Black" or "M". */
  value: string;
  /** Its name on the page; by default the store's translation of the value. */
  name?: string;
  /** Whether the value is a color; by default decided by its name. */
  color?: boolean | undefined;
};

/** An option value as a chip, colors with a swatch. */
export function OptionChip({ value, name, color }: OptionChipProps) {
  const shown = useShownValue();
  const background = color ? swatchBackground(value) : color === undefined ? knownSwatch(value) : null;
  return (
    <Badge className="max-w-full">
      {background ? <Swatch background={background} className="size-3.5" /> : null}
      <span className="truncate">{name ?? shown(value)}</span>
    </Badge>
  );
}
