import { AlcoveError } from '../../shared/errors.ts'
import type { Message } from '../../shared/thread/message.ts'
import type { Files } from '../files/files.ts'
import { createMissingFilesError } from '../files/unsent-files.ts'
import type { FileQueries, Scope } from '../store/store.ts'
import { isFile, keyOf, urlOf } from './model-files.ts'

interface RequireSetup {
  readonly files: Pick<Files, 'read'>
  readonly rows: Pick<FileQueries, 'findMany'>
  readonly scope: Scope
}

/**
 * Refuses a question that refers to an upload which never came. Files of older messages may have expired; the
 * model is told of those.
 *
 * @throws AlcoveError `invalid_request` with all missing files as `missingFiles`; and the errors of an
 * upload.
 */
export async function requireUploads(
  messages: readonly Message[],
  { files, rows, scope }: RequireSetup,
): Promise<void> {
  const newest = messages.at(-1)
  if (newest?.role !== 'user') return
  const urls = newest.content.filter(isFile).map(urlOf)
  const keys = new Map<string, string>()
  for (const url of urls) {
    const key = keyOf(url)
    if (key !== undefined) keys.set(url, key)
  }
  if (keys.size === 0) return
  const stored = await rows.findMany(scope, [...new Set(keys.values())])
  const found = new Map(stored.map((row) => [row.key, row]))
  const missing: string[] = []
  for (const [url, key] of keys) {
    const row = found.get(key)
    if (row?.state === 'ready') continue
    try {
      if (row) await files.read(row)
      else missing.push(url)
    } catch (error) {
      if (!(error instanceof AlcoveError) || error.code !== 'not_found') throw error
      missing.push(url)
    }
  }
  if (missing.length > 0) throw createMissingFilesError('messages', missing)
}
