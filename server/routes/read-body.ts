import { AlcoveError } from '../../shared/errors.ts'

/** A body that drips in slower than this is a hand on the tap. */
export const BODY_TIMEOUT_MS = 30_000

/**
 * The bytes of a request, never more than allowed in memory.
 *
 * @throws AlcoveError `too_large`, `call_timeout`.
 */
export async function readBody(request: Request, limitBytes: number): Promise<Uint8Array> {
  if (Number(request.headers.get('Content-Length') ?? 0) > limitBytes) {
    throw createSizeError(limitBytes)
  }
  const reader = request.body?.getReader()
  if (!reader) return new Uint8Array()
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    // Ends the read that is waiting.
    reader.cancel().catch(() => {})
  }, BODY_TIMEOUT_MS)
  try {
    const chunks: Uint8Array[] = []
    let size = 0
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      size += piece.value.byteLength
      if (size > limitBytes) {
        reader.cancel().catch(() => {})
        throw createSizeError(limitBytes)
      }
      chunks.push(piece.value)
    }
    if (isLate) throw createLateError()
    return Buffer.concat(chunks)
  } finally {
    clearTimeout(timer)
  }
}

const createSizeError = (limit: number): AlcoveError =>
  new AlcoveError('too_large', `The body is larger than ${limit} bytes.`, { data: { limit } })

const createLateError = (): AlcoveError =>
  new AlcoveError('call_timeout', `The body took longer than ${BODY_TIMEOUT_MS / 1000} seconds.`)
