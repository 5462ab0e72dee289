/** A page that is offered instead of a deleted one; its path is without language. */
export interface LikePage {
  name: string;
  path: string;
}
