import { describeUnreadable } from '../../../shared/argument-texts.ts'
import { AlcoveError } from '../../../shared/errors.ts'
import {
  isJsonValue,
  isPlainObject,
  JSON_DEPTH_LIMIT,
  type JsonObject,
} from '../../../shared/json.ts'

/**
 * The arguments of a call, from the text that the model wrote. No text at all means none.
 *
 * @throws AlcoveError `invalid_request` with the specification's text, and in quotes what is wrong.
 */
export function readArguments(argsText: string): JsonObject {
  if (argsText.trim() === '') return {}
  const args = parse(argsText)
  if (!isPlainObject(args)) throw createError('Arguments must be a JSON object')
  if (!isJsonValue(args)) throw createError(`Arguments have more than ${JSON_DEPTH_LIMIT} levels`)
  return args
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw createError((error as Error).message)
  }
}

const createError = (detail: string) =>
  new AlcoveError('invalid_request', describeUnreadable(detail))
