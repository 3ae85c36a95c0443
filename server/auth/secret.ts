import { hkdfSync, randomBytes } from 'node:crypto'
import { chmodSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { explainFolder } from '../store/explain-folder.ts'

const SECRET_BYTES = 32
const KEY_BYTES = 32
const OWNER_ONLY_FILE = 0o600
const OWNER_ONLY_FOLDER = 0o700

/**
 * Purposes of keys that are derived from one secret: the key of one purpose reveals nothing about the others.
 */
export type KeyPurpose =
  | 'access-token'
  | 'refresh-token'
  | 'file-address'
  | 'knowledge-address'
  | 'budget-address'
  | 'proof-of-work'
  | 'webhook-secrets'
  | 'unsubscribe-links'
  | 'preview-links'

export function deriveKey(secret: string, purpose: KeyPurpose): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, '', `alcove/${purpose}/v1`, KEY_BYTES))
}

/**
 * Reads the secret of the data folder, and creates it if it is missing.
 *
 * @throws AlcoveError `unavailable`, which names the fault of the folder.
 */
export function loadSecret(dataDir: string): string {
  try {
    return readOrMake(dataDir)
  } catch (error) {
    throw explainFolder(dataDir, error, { isOwnWrite: true }) ?? error
  }
}

/**
 * Two concurrent starts, or a kill during the write, never leave half a secret: the file appears whole, once.
 */
function readOrMake(dataDir: string): string {
  const path = join(dataDir, 'secret')
  mkdirSync(dataDir, { recursive: true, mode: OWNER_ONLY_FOLDER })
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`
  const existing = readIfThere(path)
  if (existing !== undefined) return existing
  try {
    const secret = randomBytes(SECRET_BYTES).toString('base64url')
    writeFileSync(draft, `${secret}\n`, { mode: OWNER_ONLY_FILE, flag: 'wx', flush: true })
    linkSync(draft, path)
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error
  } finally {
    rmSync(draft, { force: true })
  }
  return readFileSync(path, 'utf8').trim()
}

function readIfThere(path: string): string | undefined {
  try {
    const text = readFileSync(path, 'utf8').trim()
    chmodSync(path, OWNER_ONLY_FILE)
    return text
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined
    throw error
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
