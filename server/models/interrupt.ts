import { isPlainObject, type JsonObject } from '../../shared/json.ts'
import {
  INTERRUPT_NAME,
  INTERRUPT_PREFIX,
  INTERRUPT_TEXT_MAX_CHARACTERS,
  parseInterrupt,
} from '../../shared/thread/interrupt.ts'

/** Action that the person has to take before the call can go on. */
export interface InterruptOptions {
  /** For example `TokenVaultError`, or `DEVICE_AUTHORIZATION_PENDING`. */
  readonly code: InterruptCode
  /** A sentence for the person, at most 1,000 characters. Default: `Authorization required`. */
  readonly message?: string
  /** `reload` makes the answer again instead of the call. Default: `resume`. */
  readonly behavior?: 'resume' | 'reload'
  /** Token vault: provider of the account, for example `google-oauth2`. */
  readonly connection?: string
  readonly scopes?: readonly string[]
  readonly requiredScopes?: readonly string[]
  /** Token vault: further parameters of the address that asks for consent. */
  readonly authorizationParams?: JsonObject
  /** Push to a phone: times in seconds. */
  readonly request?: { readonly expiresIn?: number; readonly interval?: number }
  /** Push, polled too often: seconds. */
  readonly retryAfter?: number
  /** Device flow: the code to type, and the https address to type it at. Times in seconds. */
  readonly response?: {
    readonly userCode: string
    readonly verificationUri: string
    readonly expiresIn?: number
    readonly interval?: number
  }
}

/**
 * Creates the error that a tool throws when it needs the person's authorisation first: `throw
 * createInterrupt({ code: 'TokenVaultError', connection: 'google-oauth2' })`. The answer waits, and the tool
 * runs again with the same arguments once the person confirms.
 */
export function createInterrupt({
  message = 'Authorization required',
  behavior = 'resume',
  ...fields
}: InterruptOptions): Error {
  return Object.assign(new Error(message), { ...fields, behavior, name: INTERRUPT_NAME })
}

/** Codes of interrupts in authorisation libraries, in all their versions (`wire.md` 7). */
type InterruptCode = TokenVaultCode | PushCode | DeviceCode

type TokenVaultCode = 'FEDERATED_CONNECTION_ERROR' | 'TokenVaultError' | 'TOKEN_VAULT_ERROR'
type PushCode =
  | `${'CIBA' | 'ASYNC_AUTHORIZATION'}_${What}`
  | `${'CIBA' | 'ASYNC_AUTHORIZATION'}_USER_DOES_NOT_HAVE_PUSH_NOTIFICATIONS`
type DeviceCode = `DEVICE_${What}`

/** A newer version doubles a word: `ASYNC_AUTHORIZATION_AUTHORIZATION_PENDING`. */
type What =
  | 'ACCESS_DENIED'
  | 'AUTHORIZATION_REQUEST_EXPIRED'
  | 'AUTHORIZATION_PENDING'
  | 'AUTHORIZATION_POLLING_ERROR'
  | 'INVALID_GRANT'

/** A library's error may be the cause of other errors, at most this deep. */
const CAUSES_MAX = 4

/** Fields of an interrupt as they are sent to the browser, without the call. */
export type InterruptFields = JsonObject

/** Fields that are sent. Others stay on the server: `request.id` and `response.deviceCode` fetch a token. */
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

/** Any call will do: only the fields are checked. */
const SOME_CALL = { toolCallId: 'call', toolName: 'tool', args: {} }

/**
 * Finds the authorisation that a tool asks for by its thrown error; undefined for any other failure, for an
 * unknown code and for a malformed field. Recognized by its shape: the library's classes belong to the
 * operator's installation.
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
 * The text of the error chunk that ends the answer (`wire.md` 7). Arguments above a reader's limit of length
 * are left out: the stored call has them.
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
  // The message of an error is not among its enumerable fields.
  const own: Record<string, unknown> = { ...error, message: error.message }
  const { request, response } = own
  const fields = {
    ...pick(own, FIELDS),
    ...(isPlainObject(request) ? { request: pick(request, REQUEST_FIELDS) } : {}),
    ...(isPlainObject(response) ? { response: pick(response, RESPONSE_FIELDS) } : {}),
  }
  try {
    // Through JSON, so that values which JSON cannot write are dropped.
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
