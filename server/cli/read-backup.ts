import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import * as v from 'valibot'
import { AlcoveError } from '../../shared/errors.ts'
import { BACKUP_FORMAT, manifestSchema, type BackupManifest } from './backup-manifest.ts'
import { isBackupName, MANIFEST_FILE, SUMS_FILE } from './backup-names.ts'

const SUM_PATTERN = /^([\da-f]{64}) {2}(\S+)$/

export interface Backup {
  readonly manifest: BackupManifest
  /** All files but the manifest and the sums. */
  readonly names: readonly string[]
  pathOf(name: string): string
}

/**
 * Reads every byte of a backup once, before anything is done with it.
 *
 * @throws AlcoveError `not_found` when the folder holds none, `version_skew` for a newer kind,
 * `invalid_request` when a file is damaged, missing or not listed, naming it.
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
      hint: `Expected a folder that npm run alcove -- backup has made: it writes ${MANIFEST_FILE} last.`,
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
