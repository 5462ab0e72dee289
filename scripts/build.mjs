import { ensureBuilt } from './setup/build.mjs';
import { Children } from './setup/children.mjs';
import { ensureInstalled } from './setup/install.mjs';
import { findPinnedNode } from './setup/pinned-node.mjs';

/** `npm run build`: what `npm start` does before it starts. */
await Children.lead(async (children) => {
  await ensureInstalled(children);
  await ensureBuilt(children, findPinnedNode());
  return 0;
});
