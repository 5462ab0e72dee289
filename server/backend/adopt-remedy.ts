/** What to do when a database has migrations that are not ours: docs/operating.md, Updating. */
export const ADOPT_REMEDY =
  'A store from before the first release, 0.2.0, is brought to this one with its rows: npm run db:adopt -- BACKUP_FILE. ' +
  'Any other store goes on with the version that made it.';
