import * as v from 'valibot'
import { AlcoveError } from '../../shared/errors.ts'
import { JSON_DEPTH_LIMIT } from '../../shared/json.ts'
import type { Steps } from '../steps/in-turns.ts'
import { JSON_STEP, parseText, type JsonCount } from '../steps/parse-text.ts'

/**
 * Validates a caller's input against a schema.
 *
 * @throws AlcoveError `invalid_request`, naming the field.
 */
export function parseInput<Output>(
  schema: v.GenericSchema<unknown, Output>,
  value: unknown,
): Output {
  // Only the first problem is reported: a list of all could be longer than the body.
  const parsed = v.safeParse(schema, value, { abortEarly: true })
  if (parsed.success) return parsed.output
  const [issue] = parsed.issues
  const path = v.getDotPath(issue) ?? ''
  const message = describeIssue(issue.message)
  throw new AlcoveError('invalid_request', path === '' ? message : `${path}: ${message}`, {
    data: [{ path, message }],
  })
}

const KINDS: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  boolean: 'true or false',
  Array: 'a list',
  Object: 'an object',
}

/** Rewrites the schema library's message for readers who do not know the library. */
function describeIssue(text: string): string {
  // The received value is the caller's text, of any length.
  const message = text.replace(/ but received .*$/s, '.')
  if (message.startsWith('Invalid key: Expected never')) return 'this field is not known here.'
  if (message.startsWith('Invalid key:')) return 'this field is missing.'
  const kind = /^Invalid type: Expected (\w+)\.?$/.exec(message)?.[1]
  return kind === undefined ? message : `expected ${KINDS[kind] ?? kind}.`
}

/** Maximum of objects, lists and their values. */
export const JSON_VALUES_MAX = 300_000
/** Maximum for one object: to list the keys of a larger one takes long, each time. */
export const JSON_KEYS_MAX = 20_000

/**
 * Parses the JSON of a request into an unknown value, as `JSON.parse` does, in short steps.
 *
 * @param chunks the bytes in order, cut anywhere: to join 20 MB would be a long step.
 * @throws AlcoveError `invalid_request`: not UTF-8, not JSON, nested deeper than {@link JSON_DEPTH_LIMIT}
 * levels, of more than {@link JSON_VALUES_MAX} values, or of more than {@link JSON_KEYS_MAX} keys in one
 * object.
 */
export function* parseJson(chunks: readonly Uint8Array[]): Steps<unknown> {
  const text = yield* decode(chunks)
  try {
    return yield* parseText(text, createCount())
  } catch (error) {
    // The parser's own message quotes the body.
    throw error instanceof SyntaxError ? createJsonError('is not JSON') : error
  }
}

function* decode(chunks: readonly Uint8Array[]): Steps<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let text = ''
  try {
    for (const bytes of chunks) {
      for (let start = 0; start < bytes.length; start += JSON_STEP) {
        text += decoder.decode(bytes.subarray(start, start + JSON_STEP), { stream: true })
        yield
      }
    }
    return text + decoder.decode()
  } catch {
    throw createJsonError('is not UTF-8')
  }
}

/** Counts before the parse: very deep values overflow the stack of code that walks them. */
function createCount(): JsonCount {
  /** Number of keys of each open object; a list has none. */
  const keys: number[] = []
  let values = 0
  const value = () => {
    if (++values > JSON_VALUES_MAX) throw createJsonError(`has more than ${JSON_VALUES_MAX} values`)
  }
  return {
    open(isList: boolean) {
      if (keys.push(isList ? -Infinity : 1) > JSON_DEPTH_LIMIT) {
        throw createJsonError(`is nested deeper than ${JSON_DEPTH_LIMIT} levels`)
      }
      value()
    },
    comma() {
      const last = keys.length - 1
      if (last >= 0 && ++keys[last]! > JSON_KEYS_MAX) {
        throw createJsonError(`has an object of more than ${JSON_KEYS_MAX} keys`)
      }
      value()
    },
    close() {
      keys.pop()
    },
  }
}

const createJsonError = (problem: string): AlcoveError =>
  new AlcoveError('invalid_request', `The body ${problem}.`)
