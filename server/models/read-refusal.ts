import { isPlainObject, isText } from '../../shared/json.ts'

/** A provider's words in the body of a refusal. */
export interface Refusal {
  /** The provider's code, or the name of its kind of error; empty: none. */
  readonly code: string
  /** The provider's sentence. May quote the person. */
  readonly message: string
  /** False for a body that no model server writes for a call that it knows, such as `Not Found`. */
  readonly isOfModel: boolean
}

const NOTHING: Refusal = { code: '', message: '', isOfModel: false }

/** A page of a proxy is read up to here, in characters. */
const PAGE_MAX = 16_384
/** More of a sentence is not read, in characters: the time of a judgement grows with its square. */
export const MESSAGE_MAX = 2_000
/** More of a code is not read, in characters. */
export const CODE_MAX = 200

/**
 * Reads the body of a refusal. Servers of the same protocol differ: an object, a list with one, a bare text, also
 * for `error`, a list of fields, or a page of a proxy.
 */
export const readRefusal = (body: string): Refusal => cutRefusal(readBody(body))

/** Cuts a refusal to {@link CODE_MAX} and {@link MESSAGE_MAX}. */
export const cutRefusal = ({ code, message, isOfModel }: Refusal): Refusal => ({
  code: code.slice(0, CODE_MAX),
  message: message.slice(0, MESSAGE_MAX),
  isOfModel,
})

function readBody(body: string): Refusal {
  const given = parseJson(body)
  if (given === undefined) return { ...NOTHING, message: textOfPage(body.slice(0, PAGE_MAX)) }
  const outer: unknown = Array.isArray(given) ? given[0] : given
  if (typeof outer === 'string') return { ...NOTHING, message: outer }
  if (!isPlainObject(outer)) return NOTHING
  const { error, detail, response } = outer
  // The Responses API tells of a failure in the answer that failed.
  const failed = isPlainObject(response) ? response['error'] : undefined
  const inner = [error, failed].find(isPlainObject) ?? {}
  const code = [inner['code'], inner['type'], inner['status'], outer['code']].find(isText) ?? ''
  const fields = Array.isArray(detail) ? detail.filter(isPlainObject).map(describeField) : []
  const message = [inner['message'], error, outer['message'], detail, fields.join('; ')].find(
    isText,
  )
  const isOfModel = isText(inner['message']) || fields.length > 0
  return { code, message: message ?? '', isOfModel }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** A field that a schema refused, as FastAPI reports it. */
function describeField({ loc, msg, type }: Readonly<Record<string, unknown>>): string {
  const path = Array.isArray(loc) ? loc.filter((step) => step !== 'body').join('.') : ''
  return [path, msg, type].filter(isText).join(': ')
}

/** The words of a proxy's page, without its markup. */
const textOfPage = (page: string): string =>
  page
    .replace(/<(script|style)\b[^]*?<\/\1>/gi, ' ')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

const MODERATION = /moderat|flagged|content.?(policy|filter)|safety system/i
const KEY = /api.?key|authentication.?(error|failed)|access token/i
const NOT_ACCEPTED = /invalid|not valid|incorrect|missing|expired|revoked|required/i
const NO_CREDIT = /insufficient_quota|billing|credit|balance|payment/i
/** In a refusal of the call itself, "credit" may also be a word of the person. */
const NO_CREDIT_IN_CALL =
  /insufficient_quota|credit balance|out of credits|insufficient (balance|credits|funds)/i
const NO_MODEL =
  /model_not_found|(no|not a|invalid|unknown) (valid )?model|model\b.{0,80}(does not exist|not found|not available|no longer)/i
const TOO_LONG = /context.?length|too.?long|too.?large|maximum.*tokens|token.*limit/i
const TOOLS = /\btools?\b|function calling/i
const NOT_TAKEN = /support|--enable|not enabled|not allowed|requires|needs/i
const HEADER = /\bheaders?\b.*\b(required|missing)|\b(required|missing)\b.*\bheaders?\b/i
const FIELD =
  /extra_forbidden|unknown (field|parameter|argument)|unrecognized request|not permitted/i
const PER_MINUTE = /per minute|\btpm\b|\brpm\b/i

/** Kinds of refusals, by the action that helps. */
export type RefusalKind =
  | 'key'
  | 'credit'
  | 'model'
  | 'address'
  | 'setup'
  | 'busy'
  | 'down'
  | 'too-long'
  | 'refused'

/** Differences within a kind that change the operator's remedy. */
export type RefusalCause = 'header' | 'field' | 'tools' | 'per-minute'

/** A judged refusal. */
export interface Judgement {
  readonly kind: RefusalKind
  readonly cause?: RefusalCause
}

/** Judges a refusal by its status and its words, which should quote no person. */
export function judgeRefusal(status: number, { code, message, isOfModel }: Refusal): Judgement {
  const words = `${code} ${message}`
  if (status === 401) return { kind: 'key' }
  if (status === 402) return { kind: 'credit' }
  if (status === 408) return { kind: 'down' }
  if (status === 413) return tooLong(words)
  if (status === 429) return { kind: NO_CREDIT.test(words) ? 'credit' : 'busy' }
  if (status >= 500) return { kind: 'down' }
  const cause = setupCause(words)
  if (cause !== undefined) return { kind: 'setup', cause }
  if (status === 404) return { kind: isOfModel ? 'model' : 'address' }
  if (MODERATION.test(words)) return { kind: 'refused' }
  if (KEY.test(words) && NOT_ACCEPTED.test(words)) return { kind: 'key' }
  if (NO_CREDIT_IN_CALL.test(words)) return { kind: 'credit' }
  if (NO_MODEL.test(words)) return { kind: 'model' }
  if (status === 403) return { kind: 'key' }
  return TOO_LONG.test(words) ? tooLong(words) : { kind: 'refused' }
}

const tooLong = (words: string): Judgement =>
  PER_MINUTE.test(words) ? { kind: 'too-long', cause: 'per-minute' } : { kind: 'too-long' }

function setupCause(words: string): RefusalCause | undefined {
  if (HEADER.test(words)) return 'header'
  if (FIELD.test(words)) return 'field'
  return TOOLS.test(words) && NOT_TAKEN.test(words) ? 'tools' : undefined
}

/** A refusal for the operator's log: the provider's code and sentence. */
export const describeRefusal = ({ code, message }: Refusal): string =>
  [code, message].filter((part) => part !== '').join(' ')
