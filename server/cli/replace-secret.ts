import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const OWNER_ONLY_FILE = 0o600

/** Makes this the data folder's secret, whole or not at all. */
export function replaceSecret(dataDir: string, secret: string): void {
  const path = join(dataDir, 'secret')
  const draft = `${path}.${process.pid}.restored`
  writeFileSync(draft, `${secret}\n`, { mode: OWNER_ONLY_FILE, flush: true })
  renameSync(draft, path)
}
