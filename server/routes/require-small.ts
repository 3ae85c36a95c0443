import { AlcoveError } from '../../shared/errors.ts'
import type { JsonObject } from '../../shared/json.ts'
import { MESSAGE_CONTENT_MAX_BYTES } from '../../shared/wire/messages.ts'

/** @throws AlcoveError `too_large` for content that no row takes. */
export function requireSmall(content: JsonObject): void {
  const limit = MESSAGE_CONTENT_MAX_BYTES
  if (Buffer.byteLength(JSON.stringify(content)) <= limit) return
  throw new AlcoveError('too_large', `content: Expected at most ${limit} bytes of JSON.`, {
    data: { limit },
  })
}
