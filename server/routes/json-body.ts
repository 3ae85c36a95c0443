import type { Context } from 'hono'
import type * as v from 'valibot'
import { AlcoveError } from '../../shared/errors.ts'
import { inTurns, type Steps } from '../steps/in-turns.ts'
import type { AppEnv } from './app-env.ts'
import { parseInput } from './parse-input.ts'
import { parseJson } from './parse-json.ts'
import { readBody } from './read-body.ts'

const JSON_TYPE_PATTERN = /^application\/json\s*(;\s*charset="?utf-8"?\s*)?;?$/i

type Schema<Output> = v.GenericSchema<unknown, Output>

/**
 * The body of a call, as its schema describes it.
 *
 * @throws AlcoveError `unsupported_media_type`, and what {@link readBody} and {@link parseInput} throw.
 */
export async function readJsonBody<Output>(
  c: Context<AppEnv>,
  schema: Schema<Output>,
  limitBytes: number,
): Promise<Output> {
  const chunks = await readTypedBody(c, limitBytes)
  if (chunks.length === 0) {
    throw new AlcoveError('invalid_request', 'The body is empty; expected JSON.')
  }
  return inTurns(readInput(schema, chunks))
}

/** As {@link readJsonBody}, for calls that published clients make without a body: then `{}`. */
export async function readOptionalBody<Output>(
  c: Context<AppEnv>,
  schema: Schema<Output>,
  limitBytes: number,
): Promise<Output> {
  const chunks = await readTypedBody(c, limitBytes)
  return chunks.length === 0 ? parseInput(schema, {}) : inTurns(readInput(schema, chunks))
}

/** To look at all of a large body takes a turn of its own, and so does what is done with it. */
function* readInput<Output>(schema: Schema<Output>, chunks: readonly Uint8Array[]): Steps<Output> {
  const value = yield* parseJson(chunks)
  yield
  const input = parseInput(schema, value)
  yield
  return input
}

/** Only JSON, and only as it is: a form or a text could be sent by any page without asking. */
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
