import manifest from '../package.json' with { type: 'json' };

/** The store's version, which is that of its release, such as `0.3.0`. */
export const { version } = manifest;
