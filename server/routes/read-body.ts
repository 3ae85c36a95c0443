import type { Context } from 'hono'
import type * as v from 'valibot'
import { AlcoveError } from '../../shared/errors.ts'
import type { BodyRoom } from '../limits/body-budget.ts'
import { inTurns, type Steps } from '../steps/in-turns.ts'
import type { AppEnv } from './app-env.ts'
import { parseInput, parseJson } from './parse-input.ts'

const JSON_TYPE_PATTERN = /^application\/json\s*(;\s*charset="?utf-8"?\s*)?;?$/i

type Schema<Output> = v.GenericSchema<unknown, Output>

/**
 * Reads and validates the body of a call.
 *
 * @param isOptional published clients make the call without a body: then it is `{}`.
 * @throws AlcoveError `unsupported_media_type`, and the errors of {@link readBody} and {@link parseInput}.
 */
export async function readJsonBody<Output>(
  c: Context<AppEnv>,
  schema: Schema<Output>,
  { limitBytes, isOptional }: { readonly limitBytes: number; readonly isOptional: boolean },
): Promise<Output> {
  const chunks = await readTypedBody(c, limitBytes)
  if (chunks.length > 0) return inTurns(readInput(schema, chunks))
  if (isOptional) return parseInput(schema, {})
  throw new AlcoveError('invalid_request', 'The body is empty; expected JSON.')
}

/** Validates in a separate step: for a large body, parsing and validating take long. */
function* readInput<Output>(schema: Schema<Output>, chunks: readonly Uint8Array[]): Steps<Output> {
  const value = yield* parseJson(chunks)
  yield
  const input = parseInput(schema, value)
  yield
  return input
}

/** Accepts JSON only: any page could send a form or a text without a preflight. */
async function readTypedBody(
  c: Context<AppEnv>,
  limitBytes: number,
): Promise<readonly Uint8Array[]> {
  const encoding = c.req.header('Content-Encoding') ?? 'identity'
  if (encoding.toLowerCase() !== 'identity') {
    throw new AlcoveError('unsupported_media_type', 'A compressed body is not accepted.')
  }
  const chunks = await readBody(c.req.raw, limitBytes, c.var.bodyRoom)
  if (chunks.length === 0 || JSON_TYPE_PATTERN.test(c.req.header('Content-Type') ?? '')) {
    return chunks
  }
  throw new AlcoveError('unsupported_media_type', 'The body must be sent as application/json.')
}

/** A body that arrives more slowly is taken for an attack. */
export const BODY_TIMEOUT_MS = 30_000

/**
 * Reads the bytes of a request in the pieces that arrive, never more than allowed in memory. A refused body
 * is left unread, so that its sender still gets the answer.
 *
 * @param room counts the bytes; undefined: not counted.
 * @throws AlcoveError `too_large`, `call_timeout`, `invalid_request` if the sender broke off, `unavailable`
 * if other bodies fill the memory.
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

export const createSizeError = (limit: number): AlcoveError =>
  new AlcoveError('too_large', `The body is larger than ${limit} bytes.`, { data: { limit } })

const createLateError = (): AlcoveError =>
  new AlcoveError('call_timeout', `The body took longer than ${BODY_TIMEOUT_MS / 1000} seconds.`)

function failBroken(cause: unknown): never {
  throw new AlcoveError('invalid_request', 'The body broke off; send it again.', { cause })
}
