import type { OutputUnit } from '@cfworker/json-schema'
import { describeUnreadable } from '../../../shared/argument-texts.ts'
import { ISSUES_MAX, type ArgumentIssue } from '../../../shared/bridge/contract.ts'
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

/** Their errors only say that one further down is there. */
const WRAPPERS = new Set(['properties', 'items', 'prefixItems', 'allOf', '$ref'])

/**
 * What the schema does not accept; empty: nothing. The validator is loaded with the first call.
 *
 * @throws whatever a schema leads to that is none, for example a reference to nowhere.
 */
export async function checkArguments(
  parameters: JsonObject,
  args: JsonObject,
): Promise<readonly ArgumentIssue[]> {
  const { Validator } = await import('@cfworker/json-schema')
  const shortCircuit = false
  const { valid, errors } = new Validator(parameters, '2020-12', shortCircuit).validate(args)
  if (valid) return []
  const causes = errors.filter(({ keyword }) => !WRAPPERS.has(keyword))
  return (causes.length > 0 ? causes : errors).slice(0, ISSUES_MAX).map(toIssue)
}

function toIssue({ instanceLocation, error }: OutputUnit): ArgumentIssue {
  const steps = instanceLocation.split('/').slice(1)
  return { path: steps.map(decodeStep), message: error }
}

/** A step of a JSON pointer in an address. */
function decodeStep(step: string): string {
  return decodeURI(step).replaceAll('~1', '/').replaceAll('~0', '~')
}
