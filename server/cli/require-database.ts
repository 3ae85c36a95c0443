import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { AlcoveError } from '../../shared/errors.ts'
import type { Settings } from '../settings.ts'
import { DATABASE_FILE } from '../store/dialect-sqlite.ts'

/** A wrong setting must not make an empty database, and take that for the one that was meant. */
export function requireDatabase({ databaseUrl, dataDir }: Settings) {
  if (databaseUrl !== undefined || existsSync(join(dataDir, DATABASE_FILE))) return
  throw new AlcoveError('not_found', `There is no database in ${dataDir}.`, {
    hint: 'Check ALCOVE_DATA_DIR, or set DATABASE_URL.',
  })
}
