import { COMPILE_CACHE } from './pinned-node.mjs';

/**
 * Builds the app unless the build matches the sources, and returns how that ended.
 * @param {import('./children.mjs').Children} children
 * @param {string} node
 * @param {'inherit' | 'keep'} output
 */
export function ensureBuilt(children, node, output = 'inherit') {
  const env = { NODE_COMPILE_CACHE: COMPILE_CACHE, ...process.env };
  return children.run(node, ['scripts/build-app.ts'], { output, env });
}
