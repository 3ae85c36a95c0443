import { createHash, createHmac } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import * as v from 'valibot'
import { AlcoveError } from '../../shared/errors.ts'
import { PROGRAM } from '../../shared/program.ts'
import { isFileKey } from '../files/object-store.ts'

/** Files of a backup's folder, besides stored files under their names of the object store. */
export const MANIFEST_FILE = 'manifest.json'
export const SUMS_FILE = 'SHA256SUMS'
export const ROWS_FILE = 'rows.ndjson.gz'
export const SECRET_FILE = 'secret'

/** The key of a file in the object store; undefined for any other name. */
export function keyOfObject(name: string): string | undefined {
  const [place, key = '', ...rest] = name.split('/')
  const isObject = (place === 'files' || place === 'incoming') && rest.length === 0
  return isObject && isFileKey(key) ? key : undefined
}

/** True for names that a backup may contain: no other text becomes a path. */
export const isBackupName = (name: string): boolean =>
  name === ROWS_FILE || name === SECRET_FILE || keyOfObject(name) !== undefined

/** Version of the folder's layout: a restore reads no newer one. */
export const BACKUP_FORMAT = 1

const count = v.pipe(v.number(), v.integer(), v.minValue(0))

/** Facts about a backup. Written last: a folder without them is half a backup. */
const manifestSchema = v.object({
  format: v.literal(BACKUP_FORMAT),
  /** Version of Alcove. */
  version: v.string(),
  made_at: v.string(),
  engine: v.picklist(['sqlite', 'postgres']),
  /** By table. */
  rows: v.record(v.string(), count),
  files: v.object({
    /** `bucket`: the files are in S3 and not in the backup. */
    place: v.picklist(['backup', 'bucket']),
    count,
    bytes: count,
  }),
  secret: v.object({
    /** `none`: the server has it from `ALCOVE_SECRET`. */
    place: v.picklist(['backup', 'none']),
    mark: v.string(),
  }),
  /** Checksum of `SHA256SUMS`, which has those of all other files. */
  sums_sha256: v.string(),
})

export type BackupManifest = v.InferOutput<typeof manifestSchema>

/** Shows whether two secrets are equal, and nothing else about them. */
export const markSecret = (secret: string): string =>
  createHmac('sha256', secret).update('alcove/backup-mark/v1').digest('hex')

const SUM_PATTERN = /^([\da-f]{64}) {2}(\S+)$/

export interface Backup {
  readonly manifest: BackupManifest
  /** All files except the manifest and the sums. */
  readonly names: readonly string[]
  pathOf(name: string): string
}

/**
 * Reads every byte of a backup once, before anything is done with it.
 *
 * @throws AlcoveError `not_found` if the folder has none, `version_skew` for a newer format,
 * `invalid_request` if a file is damaged, missing or not listed, naming it.
 */
export async function readBackup(folder: string): Promise<Backup> {
  const manifest = await readManifest(folder)
  const sums = await readSums(folder, manifest.sums_sha256)
  for (const [name, sum] of sums) {
    if ((await hashFile(folder, name)) !== sum) throw createDamageError(folder, name, 'has changed')
  }
  return { manifest, names: [...sums.keys()], pathOf: (name) => join(folder, name) }
}

async function readManifest(folder: string): Promise<BackupManifest> {
  const text = await readIfThere(join(folder, MANIFEST_FILE))
  if (text === undefined) {
    throw new AlcoveError('not_found', `There is no whole backup in ${folder}.`, {
      hint: `Expected a folder that ${PROGRAM} backup has made: it writes ${MANIFEST_FILE} last.`,
    })
  }
  const json = parseJson(text)
  if (isNewer(json)) {
    throw new AlcoveError('version_skew', 'A newer version of Alcove made this backup.', {
      hint: 'Restore it with that version or a newer one.',
    })
  }
  const parsed = v.safeParse(manifestSchema, json)
  if (parsed.success) return parsed.output
  throw createDamageError(folder, MANIFEST_FILE, 'is not what a backup writes')
}

const isNewer = (json: unknown): boolean =>
  v.is(v.object({ format: v.pipe(v.number(), v.minValue(BACKUP_FORMAT + 1)) }), json)

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

async function readSums(folder: string, expected: string): Promise<ReadonlyMap<string, string>> {
  if ((await hashFile(folder, SUMS_FILE)) !== expected) {
    throw createDamageError(folder, SUMS_FILE, 'has changed')
  }
  const text = await readFile(join(folder, SUMS_FILE), 'utf8')
  const sums = new Map<string, string>()
  for (const line of text.split('\n').filter((one) => one !== '')) {
    const [, sum, name] = SUM_PATTERN.exec(line) ?? []
    if (sum === undefined || name === undefined || !isBackupName(name)) {
      throw createDamageError(folder, SUMS_FILE, `has a line that is none: ${JSON.stringify(line)}`)
    }
    sums.set(name, sum)
  }
  return sums
}

async function hashFile(folder: string, name: string): Promise<string> {
  const hash = createHash('sha256')
  try {
    // No limit: a file of this machine, read by a person at a terminal.
    await pipeline(createReadStream(join(folder, name)), hash)
  } catch (error) {
    if (hasCode(error, 'ENOENT')) throw createDamageError(folder, name, 'is missing')
    throw error
  }
  return hash.digest('hex')
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (hasCode(error, 'ENOENT') || hasCode(error, 'ENOTDIR')) return undefined
    throw error
  }
}

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code

const createDamageError = (folder: string, name: string, fault: string): AlcoveError =>
  new AlcoveError('invalid_request', `The backup in ${folder} is damaged: ${name} ${fault}.`, {
    hint: 'Nothing was restored.',
  })
