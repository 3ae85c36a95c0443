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
  const bytes = await readTypedBody(c, limitBytes)
  if (bytes.byteLength === 0) {
    throw new AlcoveError('invalid_request', 'The body is empty; expected JSON.')
  }
  return inTurns(readInput(schema, bytes))
}

/** As {@link readJsonBody}, for calls that published clients make without a body: then `{}`. */
export async function readOptionalBody<Output>(
  c: Context<AppEnv>,
  schema: Schema<Output>,
  limitBytes: number,
): Promise<Output> {
  const bytes = await readTypedBody(c, limitBytes)
  return bytes.byteLength === 0 ? parseInput(schema, {}) : inTurns(readInput(schema, bytes))
}

/** To look at all of a large body takes a turn of its own. */
function* readInput<Output>(schema: Schema<Output>, bytes: Uint8Array): Steps<Output> {
  const value = yield* parseJson(bytes)
  yield
  return parseInput(schema, value)
}

/** Only JSON, and only as it is: a form or a text could be sent by any page without asking. */
async function readTypedBody(c: Context<AppEnv>, limitBytes: number): Promise<Uint8Array> {
  const encoding = c.req.header('Content-Encoding') ?? 'identity'
  if (encoding.toLowerCase() !== 'identity') {
    throw new AlcoveError('unsupported_media_type', 'A compressed body is not accepted.')
  }
  const bytes = await readBody(c.req.raw, limitBytes, c.var.bodyRoom)
  if (bytes.byteLength === 0 || JSON_TYPE_PATTERN.test(c.req.header('Content-Type') ?? '')) {
    return bytes
  }
  throw new AlcoveError('unsupported_media_type', 'The body must be sent as application/json.')
}
