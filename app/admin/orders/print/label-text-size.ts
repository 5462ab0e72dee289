/** Font sizes of the address, in points; its space on the label, in millimeters. */
const sizes = [15, 13, 12, 11, 10, 9, 8, 7] as const;
const room = { width: 91, height: 70 };

const millimetres = (points: number) => points * 0.3528;
/** Letter width and line height, in font sizes; wide enough for capitals, high enough for Arabic. */
const letter = 0.65;
const leading = 1.45;

/**
 * Returns the largest font size, in points, at which an address fits on a label. The first line, the name, is
 * a fifth larger.
 */
export function labelTextSize(lines: readonly string[]): number {
  const heightAt = (size: number) =>
    lines.reduce((height, line, at) => {
      const own = millimetres(at === 0 ? size * 1.2 : size);
      // Words that wrap leave a part of their line empty.
      const perLine = (room.width / (own * letter)) * (line.length * own * letter > room.width ? 0.85 : 1);
      return height + Math.ceil(line.length / perLine) * own * leading;
    }, 0);
  return sizes.find((size) => heightAt(size) <= room.height) ?? sizes[sizes.length - 1] ?? 7;
}
