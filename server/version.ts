import manifest from '../package.json' with { type: 'json' };

/** Version of the store's release, such as `0.3.0`. */
export const { version } = manifest;
