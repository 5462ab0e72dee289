import { formatHex, parse, wcagContrast } from 'culori';

/** A colour as `#rrggbb`, the only form that all mail programs read; undefined for what is none. */
export function hexColor(value: string): string | undefined {
  return formatHex(parse(value.trim()));
}

/** Black or white, whichever reads better on a colour. */
export function inkOn(color: string): '#000000' | '#ffffff' {
  return wcagContrast(color, '#000000') >= wcagContrast(color, '#ffffff') ? '#000000' : '#ffffff';
}
