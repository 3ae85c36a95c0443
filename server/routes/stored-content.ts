import { AlcoveError } from '../../shared/errors.ts'
import type { JsonObject } from '../../shared/json.ts'
import { MESSAGE_CONTENT_MAX_BYTES } from '../../shared/wire/messages.ts'
import type { Files } from '../files/files.ts'
import type { Steps } from '../steps/in-turns.ts'
import { writeJson } from '../steps/write-json.ts'

/** What is stored of a message that somebody sent. */
export interface StoredContent {
  readonly content: JsonObject
  /** Of the files that it names. */
  readonly keys: readonly string[]
}

/**
 * A content with the stable addresses of its files, in short steps: it may have 250,000 values.
 *
 * @throws AlcoveError `too_large` for content that no row takes.
 */
export function* readStoredContent(
  files: Pick<Files, 'withStoredUrls' | 'keysIn'>,
  base: string,
  sent: JsonObject,
): Steps<StoredContent> {
  const content = files.withStoredUrls(base, sent)
  yield
  requireSmall(yield* writeJson(content))
  yield
  const keys = files.keysIn(content)
  yield
  return { content, keys }
}

function requireSmall(text: string): void {
  const limit = MESSAGE_CONTENT_MAX_BYTES
  if (Buffer.byteLength(text) <= limit) return
  throw new AlcoveError('too_large', `content: Expected at most ${limit} bytes of JSON.`, {
    data: { limit },
  })
}
