import { ensureBuilt } from './setup/build.mjs';
import { Children } from './setup/children.mjs';
import { ensureInstalled } from './setup/install.mjs';
import { findPinnedNode } from './setup/pinned-node.mjs';

/** `npm run build`: installs and builds what is missing, as `npm start` does. */
await Children.lead(async (children) => {
  await ensureInstalled(children);
  return ensureBuilt(children, findPinnedNode());
});
