import { formatHex, parse, wcagContrast } from 'culori';

/** Normalises a color to `#rrggbb`, the only format all mail clients support; undefined for an invalid one. */
export function hexColor(value: string): string | undefined {
  return formatHex(parse(value.trim()));
}

/** Black or white, whichever has more contrast on a color. */
export function inkOn(color: string): '#000000' | '#ffffff' {
  return wcagContrast(color, '#000000') >= wcagContrast(color, '#ffffff') ? '#000000' : '#ffffff';
}
