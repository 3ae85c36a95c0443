import { isFileKey } from '../files/file-key.ts'

/** What stands in a backup's folder, besides files below the names that the object store gives them. */
export const MANIFEST_FILE = 'manifest.json'
export const SUMS_FILE = 'SHA256SUMS'
export const ROWS_FILE = 'rows.ndjson.gz'
export const SECRET_FILE = 'secret'

/** The key of a file in the object store; undefined for anything else. */
export function keyOfObject(name: string): string | undefined {
  const [place, key = '', ...rest] = name.split('/')
  const isObject = (place === 'files' || place === 'incoming') && rest.length === 0
  return isObject && isFileKey(key) ? key : undefined
}

/** Whether a backup may have such a file: nothing else ever becomes a path. */
export const isBackupName = (name: string): boolean =>
  name === ROWS_FILE || name === SECRET_FILE || keyOfObject(name) !== undefined
