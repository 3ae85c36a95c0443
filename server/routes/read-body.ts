import { AlcoveError } from '../../shared/errors.ts'
import type { BodyRoom } from '../limits/body-budget.ts'

/** A body that drips in slower than this is a hand on the tap. */
export const BODY_TIMEOUT_MS = 30_000

/**
 * The bytes of a request in the pieces that came, never more than allowed in memory. What is refused is
 * left unread, so that its sender still gets the answer.
 *
 * @param room counts what comes; undefined: nobody does.
 * @throws AlcoveError `too_large`, `call_timeout`, `invalid_request` when the sender broke off,
 * `unavailable` when other bodies fill the memory.
 */
export async function readBody(
  request: Request,
  limitBytes: number,
  room?: BodyRoom,
): Promise<readonly Uint8Array[]> {
  if (Number(request.headers.get('Content-Length') ?? 0) > limitBytes) {
    throw createSizeError(limitBytes)
  }
  const reader = request.body?.getReader()
  if (!reader) return []
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(createLateError()), BODY_TIMEOUT_MS)
  })
  try {
    const chunks: Uint8Array[] = []
    let size = 0
    for (;;) {
      const piece = await Promise.race([reader.read().catch(failBroken), late])
      if (piece.done) return chunks
      if (piece.value.byteLength === 0) continue
      size += piece.value.byteLength
      if (size > limitBytes) throw createSizeError(limitBytes)
      room?.grow(size)
      chunks.push(piece.value)
    }
  } finally {
    clearTimeout(timer)
    reader.releaseLock()
  }
}

const createSizeError = (limit: number): AlcoveError =>
  new AlcoveError('too_large', `The body is larger than ${limit} bytes.`, { data: { limit } })

const createLateError = (): AlcoveError =>
  new AlcoveError('call_timeout', `The body took longer than ${BODY_TIMEOUT_MS / 1000} seconds.`)

function failBroken(cause: unknown): never {
  throw new AlcoveError('invalid_request', 'The body broke off; send it again.', { cause })
}
