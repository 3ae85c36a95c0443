import { isPlainObject } from '../../shared/json.ts'

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

/**
 * Reads the body of a refusal. Servers of the same protocol differ: an object, a list with one, a bare text for
 * `error`, a list of fields, or a page of a proxy.
 */
export function readRefusal(body: string): Refusal {
  const given = parseJson(body)
  if (given === undefined) return { ...NOTHING, message: textOfPage(body) }
  const outer: unknown = Array.isArray(given) ? given[0] : given
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

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

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
const KEY = /api.?key/i
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

/** Judges a refusal by its status and its words. */
export function refusalKind(status: number, { code, message, isOfModel }: Refusal): RefusalKind {
  const words = `${code} ${message}`
  if (status === 401) return 'key'
  if (status === 402) return 'credit'
  if (status === 403) return MODERATION.test(words) ? 'refused' : 'key'
  if (status === 408) return 'down'
  if (status === 413) return 'too-long'
  if (status === 429) return NO_CREDIT.test(words) ? 'credit' : 'busy'
  if (status >= 500) return 'down'
  if (isSetup(words)) return 'setup'
  if (status === 404) return isOfModel ? 'model' : 'address'
  if (MODERATION.test(words)) return 'refused'
  if (KEY.test(words) && NOT_ACCEPTED.test(words)) return 'key'
  if (NO_CREDIT_IN_CALL.test(words)) return 'credit'
  if (NO_MODEL.test(words)) return 'model'
  return TOO_LONG.test(words) ? 'too-long' : 'refused'
}

const isSetup = (words: string): boolean =>
  HEADER.test(words) || FIELD.test(words) || (TOOLS.test(words) && NOT_TAKEN.test(words))

const OTHER_PROTOCOL =
  'no such call at the address: openai/… speaks the Responses API, openai-compatible/… chat completions'

/** A refusal for the operator's log. Of refusals that may quote the person, only the code and our own words. */
export function describeRefusal(kind: RefusalKind, refusal: Refusal): string {
  const { code, message } = refusal
  const words = `${code} ${message}`
  const join = (...parts: readonly string[]) => parts.filter((part) => part !== '').join(' ')
  switch (kind) {
    case 'refused':
      return join(code, MODERATION.test(words) ? 'by the provider’s moderation' : '')
    case 'too-long':
      return join(code, PER_MINUTE.test(words) ? 'over a limit of the account per minute' : '')
    case 'address':
      return join(message, `(${OTHER_PROTOCOL})`)
    case 'setup':
      return join(setupRemedy(words), join(code, message))
    case 'key':
    case 'credit':
    case 'model':
    case 'busy':
    case 'down':
      return join(code, message)
    default:
      return kind satisfies never
  }
}

function setupRemedy(words: string): string {
  if (HEADER.test(words)) return 'a header is missing, which a proxy before the provider could add:'
  if (FIELD.test(words)) return 'the server refuses a field of the call:'
  return 'this model or its server takes no tools:'
}
