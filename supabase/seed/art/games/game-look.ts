import type { FaceName } from '../lettering.ts';
import type { MotifName } from '../motifs/all-motifs.ts';
import type { SceneName } from './scenes.ts';

/** How a board game looks: its cover, its board and what lies in the box. */
export interface GameLook {
  readonly scene: SceneName;
  /** Night, deep, mid, soft, pale, spark, flare. */
  readonly colors: readonly [string, string, string, string, string, string, string];
  readonly title: readonly string[];
  readonly face: FaceName;
  readonly titleAt?: 'top' | 'bottom';
  readonly players: string;
  readonly minutes: string;
  readonly age: string;
  readonly board: 'hex' | 'track' | 'grid' | 'cards' | 'tiles' | 'map';
  /** The picture on the backs of its cards. */
  readonly mark: MotifName;
}
