export { openDataFolder } from './data-folder.ts';
export { type EmbeddedPostgres, findRunningPostgres, startPostgres } from './embedded.ts';
export { endOrphan } from './pid-file.ts';
