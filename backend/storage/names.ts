import { invalidBucketName, invalidKey } from './errors.ts';

/** Characters allowed by the storage server: safe in S3 keys, URLs and headers. */
const OBJECT_KEY = /^[A-Za-z0-9_/!.*'() &$=@;:+,?-]+$/;
const BUCKET_NAME = /^[A-Za-z0-9_!.*'() &$=@;:+,?-]+$/;
const MAX_KEY_LENGTH = 1024;
const MAX_BUCKET_NAME_LENGTH = 100;

/** Whether an object name is valid: slash-separated parts, none of them empty, `.` or `..`. */
export function isObjectKey(key: string): boolean {
  return (
    key.length <= MAX_KEY_LENGTH &&
    OBJECT_KEY.test(key) &&
    key.split('/').every((part) => part !== '' && part !== '.' && part !== '..')
  );
}

export function isBucketName(name: string): boolean {
  return name.length <= MAX_BUCKET_NAME_LENGTH && BUCKET_NAME.test(name) && name.trim() === name;
}

/** @throws StorageError `InvalidKey` */
export function checkObjectKey(key: string): string {
  if (!isObjectKey(key)) throw invalidKey(key);
  return key;
}

/** @throws StorageError `InvalidBucketName` */
export function checkBucketName(name: string): string {
  if (!isBucketName(name)) throw invalidBucketName();
  return name;
}

/**
 * Parses bucket and object from a path such as `avatars/folder/cat%20one.png`.
 * @throws StorageError `InvalidKey` or `InvalidBucketName`
 */
export function parseObjectPath(path: string): { bucket: string; key: string } {
  const slash = path.indexOf('/');
  if (slash === -1) throw invalidKey('');
  return {
    bucket: checkBucketName(decode(path.slice(0, slash))),
    key: checkObjectKey(decode(path.slice(slash + 1))),
  };
}

/** @throws StorageError `InvalidBucketName` */
export function parseBucketPath(path: string): string {
  return checkBucketName(decode(path));
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw invalidKey(text);
  }
}
