import { isJsonValue, isPlainObject, type JsonObject } from '../json.ts'

/** Prefix of an error's text that is an interrupt of an authorisation flow (`wire.md` 7). */
export const INTERRUPT_PREFIX = 'AUTH0_AI_INTERRUPTION:'
/** Name of interrupts in every version. */
export const INTERRUPT_NAME = 'AUTH0_AI_INTERRUPT'

export const INTERRUPT_TEXT_MAX_CHARACTERS = 65_536
export const INTERRUPT_MESSAGE_MAX_CHARACTERS = 1_000
export const INTERRUPT_NAME_MAX_CHARACTERS = 255
export const INTERRUPT_SCOPES_MAX = 100
const ADDRESS_MAX_CHARACTERS = 2_048

/** The action that the person has to take, the same for the codes of all versions. */
export type InterruptKind =
  | 'token-vault'
  | 'access-denied'
  | 'no-push-notifications'
  | 'request-expired'
  | 'pending'
  | 'polling-error'
  | 'invalid-grant'

/** A call that waits for an authorisation. */
export interface Interrupt {
  /** The identity provider's library's spelling, for example `TokenVaultError`. */
  readonly code: string
  readonly kind: InterruptKind
  /** `push`: a request to the person's phone; `device`: a code to type elsewhere. */
  readonly flow: 'token-vault' | 'push' | 'device'
  readonly message: string
  /** `reload`: the answer is made again; `resume`: the call goes on. */
  readonly behavior: 'resume' | 'reload'
  readonly toolCall: { readonly id: string; readonly name: string }
  /** Token vault. */
  readonly connection?: string
  readonly scopes?: readonly string[]
  readonly requiredScopes?: readonly string[]
  readonly authorizationParams?: JsonObject
  /** Push: seconds. */
  readonly expiresIn?: number
  /** Push and device: seconds between two polls. */
  readonly interval?: number
  /** Device. */
  readonly userCode?: string
  readonly verificationUri?: string
}

const TOKEN_VAULT = new Set(['FEDERATED_CONNECTION_ERROR', 'TokenVaultError', 'TOKEN_VAULT_ERROR'])
/** Newer versions double a word: `ASYNC_AUTHORIZATION_AUTHORIZATION_PENDING`. */
const FLOW_CODE = /^(CIBA|ASYNC_AUTHORIZATION|DEVICE)_([A-Z_]+)$/
const KINDS = new Map<string, InterruptKind>([
  ['ACCESS_DENIED', 'access-denied'],
  ['USER_DOES_NOT_HAVE_PUSH_NOTIFICATIONS', 'no-push-notifications'],
  ['AUTHORIZATION_REQUEST_EXPIRED', 'request-expired'],
  ['AUTHORIZATION_PENDING', 'pending'],
  ['AUTHORIZATION_POLLING_ERROR', 'polling-error'],
  ['INVALID_GRANT', 'invalid-grant'],
])

function readCode(code: unknown): Pick<Interrupt, 'code' | 'kind' | 'flow'> | undefined {
  if (typeof code !== 'string') return undefined
  if (TOKEN_VAULT.has(code)) return { code, kind: 'token-vault', flow: 'token-vault' }
  const [, library, what = ''] = FLOW_CODE.exec(code) ?? []
  const kind = KINDS.get(what)
  const flow = library === 'DEVICE' ? 'device' : 'push'
  if (!kind || (flow === 'device' && kind === 'no-push-notifications')) return undefined
  return { code, kind, flow }
}

/**
 * The interrupt in an `error` chunk's text; `undefined` for any other text, and for an invalid code,
 * behaviour, call or detail. Never throws.
 */
export function parseInterrupt(text: string): Interrupt | undefined {
  if (!text.startsWith(INTERRUPT_PREFIX) || text.length > INTERRUPT_TEXT_MAX_CHARACTERS) {
    return undefined
  }
  try {
    const value: unknown = JSON.parse(text.slice(INTERRUPT_PREFIX.length))
    if (!isPlainObject(value) || value['name'] !== INTERRUPT_NAME) return undefined
    const { request = {}, response = {}, retryAfter } = value
    if (!isPlainObject(request) || !isPlainObject(response)) return undefined
    const { userCode, verificationUri } = response
    return readInterrupt({
      ...value,
      userCode,
      verificationUri,
      expiresIn: request['expiresIn'] ?? response['expiresIn'],
      interval: retryAfter ?? request['interval'] ?? response['interval'],
    })
  } catch {
    return undefined
  }
}

/** An interrupt as {@link parseInterrupt} reads it: for a stream that replays an answer. */
export function encodeInterrupt(interrupt: Interrupt): string {
  const { kind: _kind, flow, expiresIn, interval, userCode, verificationUri, ...rest } = interrupt
  const times = { expiresIn, interval }
  const details =
    flow === 'device' ? { response: { ...times, userCode, verificationUri } } : { request: times }
  return INTERRUPT_PREFIX + JSON.stringify({ name: INTERRUPT_NAME, ...rest, ...details })
}

/** An interrupt from a stored row or a stream, checked field by field. */
export function readInterrupt(value: unknown): Interrupt | undefined {
  if (!isPlainObject(value)) return undefined
  const code = readCode(value['code'])
  const { message, behavior = 'resume', toolCall } = value
  if (!code || !isText(message, INTERRUPT_MESSAGE_MAX_CHARACTERS)) return undefined
  if (behavior !== 'resume' && behavior !== 'reload') return undefined
  if (!isPlainObject(toolCall)) return undefined
  const { id, name } = toolCall
  if (!isName(id) || !isName(name)) return undefined
  const details: Record<string, unknown> = {}
  for (const [field, fits] of DETAILS) {
    const detail = value[field]
    if (detail === undefined) continue
    if (!fits(detail)) return undefined
    details[field] = detail
  }
  return { ...code, message, behavior, toolCall: { id, name }, ...details }
}

const isText = (value: unknown, max: number): value is string =>
  typeof value === 'string' && value.length <= max
const isName = (value: unknown): value is string =>
  value !== '' && isText(value, INTERRUPT_NAME_MAX_CHARACTERS)
const isNames = (value: unknown): boolean =>
  Array.isArray(value) && value.length <= INTERRUPT_SCOPES_MAX && value.every(isName)
const isSeconds = (value: unknown): boolean => Number.isFinite(value) && Number(value) >= 0
/** An address that a person opens or types: never a script's. */
const isAddress = (value: unknown): boolean =>
  isText(value, ADDRESS_MAX_CHARACTERS) && URL.canParse(value) && /^https:/i.test(value)

const DETAILS: readonly (readonly [keyof Interrupt, (value: unknown) => boolean])[] = [
  ['connection', isName],
  ['scopes', isNames],
  ['requiredScopes', isNames],
  ['authorizationParams', (value) => isPlainObject(value) && isJsonValue(value)],
  ['expiresIn', isSeconds],
  ['interval', isSeconds],
  ['userCode', isName],
  ['verificationUri', isAddress],
]
