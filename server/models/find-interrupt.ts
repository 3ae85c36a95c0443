import { isPlainObject, type JsonObject } from '../../shared/json.ts'
import {
  INTERRUPT_NAME,
  INTERRUPT_PREFIX,
  INTERRUPT_TEXT_MAX_CHARACTERS,
  parseInterrupt,
} from '../../shared/thread/interrupt.ts'

/** A library's error comes wrapped in those of the tools that use it. */
const CAUSES_MAX = 4

/** What an interrupt says of itself, as it goes to the browser but for the call. */
export type InterruptFields = JsonObject

/**
 * What is passed on. The rest stays here: `request.id` and `response.deviceCode` are what a token is
 * fetched with.
 */
const FIELDS = [
  'code',
  'message',
  'behavior',
  'connection',
  'scopes',
  'requiredScopes',
  'authorizationParams',
  'retryAfter',
]
const REQUEST_FIELDS = ['expiresIn', 'interval']
const RESPONSE_FIELDS = ['userCode', 'verificationUri', 'expiresIn', 'interval']

/** Fits as any: only the fields are in question. */
const SOME_CALL = { toolCallId: 'call', toolName: 'tool', args: {} }

/**
 * The authorisation that a tool asks for by what it threw; undefined for any other failure, and for an
 * unknown code or a malformed field. By its looks: the library's classes are of the operator's own
 * installation.
 */
export function findInterrupt(thrown: unknown): InterruptFields | undefined {
  let error = thrown
  for (let depth = 0; depth < CAUSES_MAX && error instanceof Error; depth += 1) {
    if (error.name === INTERRUPT_NAME) return readFields(error)
    error = error.cause
  }
  return undefined
}

interface InterruptedCall {
  readonly toolCallId: string
  readonly toolName: string
  readonly args: JsonObject
}

/**
 * The text of the error chunk that ends the answer (`wire.md` 7). Arguments that no reader would take
 * for their length stay out: the stored call has them.
 */
export function writeInterrupt(fields: InterruptFields, call: InterruptedCall): string {
  const write = (args: JsonObject) => {
    const toolCall = { id: call.toolCallId, name: call.toolName, args }
    return INTERRUPT_PREFIX + JSON.stringify({ name: INTERRUPT_NAME, ...fields, toolCall })
  }
  const text = write(call.args)
  return text.length <= INTERRUPT_TEXT_MAX_CHARACTERS ? text : write({})
}

function readFields(error: Error): InterruptFields | undefined {
  // Its message stands on the error itself, but is not listed among its fields.
  const own: Record<string, unknown> = { ...error, message: error.message }
  const { request, response } = own
  const fields = {
    ...pick(own, FIELDS),
    ...(isPlainObject(request) ? { request: pick(request, REQUEST_FIELDS) } : {}),
    ...(isPlainObject(response) ? { response: pick(response, RESPONSE_FIELDS) } : {}),
  }
  try {
    // As JSON: what it drops or cannot write is no part of it.
    const plain = JSON.parse(JSON.stringify(fields)) as InterruptFields
    return parseInterrupt(writeInterrupt(plain, SOME_CALL)) && plain
  } catch {
    return undefined
  }
}

const pick = (value: Record<string, unknown>, names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(
    names.filter((name) => value[name] !== undefined).map((name) => [name, value[name]]),
  )
