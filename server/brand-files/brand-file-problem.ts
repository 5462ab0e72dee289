/** Why a file is refused; `app/admin/settings/brand/upload-brand-file.ts` has a sentence for each. */
export type BrandFileRefusal =
  | 'notPicture'
  | 'animated'
  | 'tooLarge'
  | 'svgScript'
  | 'svgElement'
  | 'svgExternal'
  | 'svgEntities'
  | 'svgSize'
  | 'svgComplex'
  | 'notMusic'
  | 'tooMany';

/** Thrown for a file that a brand cannot have. */
export class BrandFileProblem extends Error {
  readonly problem: BrandFileRefusal;
  constructor(problem: BrandFileRefusal) {
    super(problem);
    this.problem = problem;
  }
}
