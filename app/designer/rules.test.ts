import { describe, expect, it } from 'vitest';
import { canvasAction } from './canvas-keys.ts';
import { newText } from './design-edits.ts';
import { fileProblem, pixelProblem, storedSize } from './image-import.ts';
import { PRINT_FONT_IDS, PRINT_FONTS, unprintableLetters } from './print-fonts.ts';

const design = { version: 1, garment: 'Hoodie', color: 'black', elements: [] } as const;

describe('an uploaded picture', () => {
  it('must be a JPEG, PNG or WebP of a sensible size', () => {
    expect(fileProblem({ type: 'image/png', size: 1000 })).toBeNull();
    expect(fileProblem({ type: 'image/svg+xml', size: 1000 })).toBe('type');
    expect(fileProblem({ type: '', size: 1000 })).toBe('type');
    expect(fileProblem({ type: 'image/png', size: 16 * 1024 * 1024 })).toBe('bytes');
    expect(pixelProblem(1000, 1000)).toBeNull();
    expect(pixelProblem(99, 1000)).toBe('small');
    expect(pixelProblem(10_000, 10_000)).toBe('pixels');
  });

  it('is stored no larger than it can be printed', () => {
    expect(storedSize(8000, 4000)).toEqual({ width: 4000, height: 2000 });
    expect(storedSize(300, 200)).toEqual({ width: 300, height: 200 });
  });
});

describe('print fonts', () => {
  it('there are at least twelve, including Arabic ones', () => {
    expect(PRINT_FONT_IDS.length).toBeGreaterThanOrEqual(12);
    expect(PRINT_FONT_IDS.some((id) => 'arabic' in PRINT_FONTS[id])).toBe(true);
  });

  it('letters that no font has are named', () => {
    expect(unprintableLetters('Hello, Café № سوق')).toEqual(['№']);
    expect(unprintableLetters('a😀b😀')).toEqual(['😀']);
    expect(unprintableLetters('<b>&"\'')).toEqual([]);
  });
});

describe('the keyboard on the design area', () => {
  const element = newText('t', 'front', 'Hi', '#000000');
  const before = { ...design, elements: [element] };
  const press = (key: string, held: object = {}) =>
    canvasAction({ key, shiftKey: false, ctrlKey: false, metaKey: false, ...held }, element, () => 'copy');
  const edited = (key: string, held: object = {}) => {
    const act = press(key, held);
    return act?.type === 'edit' ? act.edit(before).elements : [];
  };

  it('arrow keys move, in small steps with Shift', () => {
    expect(edited('ArrowRight')[0]).toMatchObject({ x: 0.5, y: 0 });
    expect(edited('ArrowUp', { shiftKey: true })[0]).toMatchObject({ x: 0, y: -0.1 });
  });

  it('keys resize, rotate, copy and remove', () => {
    expect(edited('+')[0]).toMatchObject({ size: 6.3 });
    expect(edited('.')[0]).toMatchObject({ rotation: 5 });
    expect(edited('d', { ctrlKey: true }).map(({ id }) => id)).toEqual(['t', 'copy']);
    expect(edited('Delete')).toEqual([]);
  });

  it('keys undo and redo, and other keys stay with the browser', () => {
    expect(press('z', { ctrlKey: true })?.type).toBe('undo');
    expect(press('Z', { metaKey: true, shiftKey: true })?.type).toBe('redo');
    expect(press('Tab')).toBeNull();
    expect(press('r', { ctrlKey: true })).toBeNull();
  });
});
