import { Badge } from '#app/ui/badge.tsx';
import { classes } from '#app/ui/classes.ts';
import { knownSwatch, swatchBackground } from './swatch-color.ts';

type SwatchProps = {
  /** A CSS background; that of `swatchBackground` or one that the store chose. */
  background: string;
  className: string;
};

/** A colour as a round; what it is called stands beside it or is read out. */
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
  /** A value of an option, such as "Black" or "M". */
  value: string;
  /** Whether it is a colour; where that is not known, a value that has a colour's name is. */
  color?: boolean | undefined;
};

/** A value of an option as a chip, colours with a swatch. */
export function OptionChip({ value, color }: OptionChipProps) {
  const background = color ? swatchBackground(value) : color === undefined ? knownSwatch(value) : null;
  return (
    <Badge className="max-w-full">
      {background ? <Swatch background={background} className="size-3.5" /> : null}
      <span className="truncate">{value}</span>
    </Badge>
  );
}
