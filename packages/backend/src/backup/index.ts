export { compression, openArchive, readArchive, writeArchive } from './archive.ts';
export { type BackupSummary, backUp, backUpToFile } from './backup.ts';
export { checkBackup, requireEmpty, restoreBackup } from './restore.ts';
export {
  type BackupTable,
  connectForCopy,
  disableTriggers,
  listTables,
  readRows,
  readSequences,
  writeRows,
  writeSequences,
} from './rows.ts';
