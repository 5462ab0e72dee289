import type { Side, Template } from '../template.ts';
import { bodyFolds, shortSleeveFolds } from './cloth-folds.ts';
import { crewNeck } from './crew-neck.ts';
import { edges, stitchedCuffs, stitchedHem, topSeams } from './seams.ts';
import { bodyOutline, sleeveMouths, sleeveOutlines, type TopCut, topLines, topSweeps } from './top.ts';

interface Tee {
  readonly cut: TopCut;
  readonly neckDrop: number;
  readonly rib: number;
  readonly ease: number;
}

const REGULAR: Tee = {
  cut: {
    neck: [88, 122],
    shoulder: [222, 166],
    armpit: [242, 342],
    waist: 234,
    hem: [243, 868],
    cuffOuter: [392, 364],
    cuffInner: [298, 438],
    sleeveBulge: 26,
    unitsPerCm: 9.5,
  },
  neckDrop: 62,
  rib: 21,
  ease: 0.5,
};

const SLIM: Tee = {
  cut: {
    neck: [84, 120],
    shoulder: [203, 162],
    armpit: [216, 330],
    waist: 196,
    hem: [214, 866],
    cuffOuter: [342, 346],
    cuffInner: [262, 404],
    sleeveBulge: 22,
    unitsPerCm: 9.7,
  },
  neckDrop: 66,
  rib: 17,
  ease: 0.2,
};

const BOXY: Tee = {
  cut: {
    neck: [86, 140],
    shoulder: [262, 188],
    armpit: [284, 398],
    waist: 286,
    hem: [290, 820],
    cuffOuter: [436, 392],
    cuffInner: [338, 470],
    sleeveBulge: 24,
    unitsPerCm: 9.4,
  },
  neckDrop: 52,
  rib: 27,
  ease: 0.8,
};

const OVERSIZED: Tee = {
  cut: {
    neck: [84, 112],
    shoulder: [270, 170],
    armpit: [270, 384],
    waist: 268,
    hem: [276, 884],
    cuffOuter: [428, 434],
    cuffInner: [318, 496],
    sleeveBulge: 30,
    unitsPerCm: 9.2,
  },
  neckDrop: 52,
  rib: 25,
  ease: 1,
};

function teeTemplate(tee: Tee, side: Side): Template {
  const { cut } = tee;
  const lines = topLines(cut);
  const neck = crewNeck(cut, side, tee.neckDrop, tee.rib);
  const body = bodyOutline(lines, neck.line);
  const [right, left] = sleeveOutlines(lines);
  const width = (28 + tee.ease * 9) * cut.unitsPerCm;
  const top = cut.neck[1] + (side === 'front' ? tee.neckDrop + tee.rib : 30) + 4.5 * cut.unitsPerCm;
  return {
    unitsPerCm: cut.unitsPerCm,
    printArea: { x: 500 - width / 2, y: top, width, height: 42 * cut.unitsPerCm },
    pieces: [
      ...sleeveMouths(lines, 16),
      ...neck.behind,
      { d: body },
      { d: right },
      { d: left },
      ...neck.before,
    ],
    sweeps: topSweeps(cut, lines, body),
    shades: [
      ...bodyFolds(cut, tee.ease),
      ...shortSleeveFolds(lines),
      ...edges([body, right, left]),
      ...topSeams(lines),
      ...stitchedHem(lines, 20),
      ...stitchedCuffs(lines, 20),
      ...neck.shades,
    ],
    trims: neck.trims,
  };
}

export const regularTee = (side: Side): Template => teeTemplate(REGULAR, side);
export const slimTee = (side: Side): Template => teeTemplate(SLIM, side);
export const boxyTee = (side: Side): Template => teeTemplate(BOXY, side);
export const oversizedTee = (side: Side): Template => teeTemplate(OVERSIZED, side);
