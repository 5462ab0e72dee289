import type { GarmentType } from '../../../app/customize/garments/types.ts';
import type { CaseLook } from '../art/cases/case-look.ts';
import type { GameLook } from '../art/games/game-look.ts';
import type { PrintDesign } from '../art/prints/layouts.ts';

/** What every demo product says, whatever it is. Prices are Egyptian pounds. */
export interface Words {
  readonly name: string;
  /** Two to four sentences, as the shop would write them. */
  readonly about: string;
  readonly price: number;
  /** The struck price, when the product is reduced. */
  readonly was?: number;
  /** Units in stock; a plausible number is made up when absent. */
  readonly stock?: number;
  readonly isNew?: boolean;
  readonly featured?: boolean;
  /** Has a short film, which lies in the folder `films`. */
  readonly film?: boolean;
}

/** Where a print lies on a garment. */
export type Place = 'chest' | 'pocket' | 'back' | 'thigh' | 'allover';

/** A garment, with or without a print. The first colour is the one pictured. */
export interface GarmentEntry extends Words {
  readonly garment: GarmentType;
  readonly colors: readonly string[];
  readonly print?: PrintDesign;
  /** Three inks: main, second, third. */
  readonly inks?: readonly [string, string, string];
  readonly place?: Place;
  readonly gender?: 'Unisex' | 'Men' | 'Women';
  readonly material?: readonly string[];
}

/** A board game; its facts are printed on the box as well. */
export interface GameEntry extends Words {
  readonly look: GameLook;
  readonly publisher: string;
}

/** A phone case. */
export interface CaseEntry extends Words {
  readonly look: CaseLook;
  readonly colors: readonly string[];
  readonly material: readonly string[];
}

/** A category with its products. */
export interface Shelf<Entry extends Words> {
  readonly name: string;
  readonly description: string;
  readonly products: readonly Entry[];
}
