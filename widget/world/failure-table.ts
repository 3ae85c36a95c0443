import { READ_ONLY_TEXT } from '../../shared/error-texts.ts'
import { isPlainObject } from '../../shared/json.ts'
import type { SerializedError } from '../../shared/errors.ts'
import type { FailedAction } from './failed-action.ts'

/** An error with the action that failed. */
export interface Refusal {
  readonly during: FailedAction
  readonly error: SerializedError
  /** True if only the host page could help, since it provides the token. */
  readonly isHostUser: boolean
}

/** A state of the environment that no call reports. */
export type Fact = 'browser offline' | 'rows not kept' | 'visitor token not kept'

/** Evidence that a failure is over. */
export type Disproof =
  /** The server accepted the person's token: a call that needs one was answered. */
  | 'call answered'
  /** Another token was requested; a refusal raises the failure again. */
  | 'token asked for'
  | 'browser online'
  | 'rows kept'
  | 'visitor token kept'
  /** The server accepted a message, or the request for another answer. */
  | 'message taken'
  | 'history loaded'
  | 'answer begun'
  | 'answer ended'
  | 'message saved'
  | 'rating saved'
  /** The person changed or signed out. */
  | 'person left'

/** Matches the refusals that raise a failure; omitted fields match everything. */
interface RefusalPattern {
  readonly during?: FailedAction
  readonly codes?: readonly string[]
  readonly message?: string
  /** A field of the error's details. */
  readonly detail?: string
  readonly isHostUser?: true
}

interface FailureRow {
  readonly raisedBy: Fact | RefusalPattern
  readonly clearedBy: readonly [Disproof, ...Disproof[]]
  /** True if nothing can be sent while the failure lasts. */
  readonly blocks?: true
}

const TOKEN_CODES = [
  'auth_failed',
  'token_missing',
  'token_malformed',
  'token_expired',
  'token_rejected',
  'clock_skew',
] as const

/**
 * All lasting failures, with causes and disproofs. A refusal raises the first row that it matches. A call that
 * began before a failure was raised never clears it.
 */
export const FAILURES = {
  session: {
    raisedBy: { codes: TOKEN_CODES, isHostUser: true },
    clearedBy: ['call answered', 'token asked for', 'person left'],
    blocks: true,
  },
  'read-only': {
    raisedBy: { codes: ['forbidden'], message: READ_ONLY_TEXT },
    clearedBy: ['message taken', 'message saved', 'rating saved', 'person left'],
  },
  history: { raisedBy: { during: 'history' }, clearedBy: ['history loaded', 'person left'] },
  reload: {
    raisedBy: { during: 'reload' },
    clearedBy: ['answer begun', 'message taken', 'person left'],
  },
  stop: { raisedBy: { during: 'stop' }, clearedBy: ['answer ended', 'person left'] },
  save: { raisedBy: { during: 'save' }, clearedBy: ['message saved', 'person left'] },
  feedback: { raisedBy: { during: 'feedback' }, clearedBy: ['rating saved', 'person left'] },
  tool: { raisedBy: { during: 'tool' }, clearedBy: ['answer begun', 'person left'] },
  gone: { raisedBy: { during: 'gone' }, clearedBy: ['message taken', 'person left'] },
  budget: {
    raisedBy: { codes: ['budget_exhausted'] },
    clearedBy: ['message taken', 'person left'],
  },
  room: { raisedBy: { codes: ['quota_exceeded'] }, clearedBy: ['message taken', 'person left'] },
  pace: { raisedBy: { codes: ['rate_limited'] }, clearedBy: ['message taken', 'person left'] },
  address: {
    raisedBy: { codes: ['address_blocked'] },
    clearedBy: ['call answered', 'person left'],
  },
  'named-only': {
    raisedBy: { codes: ['named_only'] },
    clearedBy: ['call answered', 'person left'],
  },
  proof: { raisedBy: { codes: ['proof_required'] }, clearedBy: ['call answered', 'person left'] },
  visitor: {
    raisedBy: { codes: ['visitor_refused'] },
    clearedBy: ['call answered', 'person left'],
  },
  files: { raisedBy: { detail: 'missingFiles' }, clearedBy: ['message taken', 'person left'] },
  send: { raisedBy: { during: 'send' }, clearedBy: ['message taken', 'person left'] },
  offline: { raisedBy: 'browser offline', clearedBy: ['browser online', 'call answered'] },
  rows: { raisedBy: 'rows not kept', clearedBy: ['rows kept', 'person left'] },
  'visitor-token': {
    raisedBy: 'visitor token not kept',
    clearedBy: ['visitor token kept', 'person left'],
  },
} as const satisfies Readonly<Record<string, FailureRow>>

export type FailureType = keyof typeof FAILURES
type FactType = {
  [Type in FailureType]: (typeof FAILURES)[Type]['raisedBy'] extends string ? Type : never
}[FailureType]

/** A failure that lasts until a disproof. */
export type Failure = { readonly id: number } & (
  | { readonly type: FactType }
  | ({ readonly type: Exclude<FailureType, FactType> } & Refusal)
)

export interface Failures {
  /** Number of failures raised so far, and the id of the newest. */
  readonly count: number
  readonly standing: readonly Failure[]
}

export const NO_FAILURES: Failures = { count: 0, standing: [] }
/** Maximum number of refusals that do not block; older ones are dropped. */
export const FAILURES_MAX = 20

const ROWS = Object.entries(FAILURES) as readonly (readonly [FailureType, FailureRow])[]

const rowOf = (type: FailureType): FailureRow => FAILURES[type]
export const isBlocking = ({ type }: Failure): boolean => rowOf(type).blocks === true

/** Raises the failure of a refusal. Some row always matches: each action has one that takes all messages. */
export function raiseRefusal(failures: Failures, refusal: Refusal): Failures {
  const row = ROWS.find(
    ([, { raisedBy }]) => typeof raisedBy !== 'string' && fits(raisedBy, refusal),
  )
  const type = (row?.[0] ?? 'send') as Exclude<FailureType, FactType>
  return add(failures, { id: failures.count + 1, type, ...refusal })
}

/** Raises the failure of a fact, unless it is already standing. */
export function raiseFact(failures: Failures, fact: Fact): Failures {
  const row = ROWS.find(([, { raisedBy }]) => raisedBy === fact)
  const type = row?.[0] as FactType
  if (failures.standing.some((failure) => failure.type === type)) return failures
  return add(failures, { id: failures.count + 1, type })
}

/** Adds a failure. A blocking one stands once and ends only by a disproof; of the others the newest are kept. */
function add({ standing }: Failures, failure: Failure): Failures {
  const others = isBlocking(failure)
    ? standing.filter(({ type }) => type !== failure.type)
    : standing
  const all = [...others, failure]
  const passing = all.filter((known) => 'during' in known && !isBlocking(known))
  const oldest = passing.length > FAILURES_MAX ? passing[0] : undefined
  return { count: failure.id, standing: all.filter((known) => known !== oldest) }
}

/** @param since number of failures when the disproving call began. Default: all. */
export function disprove(failures: Failures, disproof: Disproof, since = failures.count): Failures {
  const standing = failures.standing.filter(
    ({ id, type }) => id > since || !rowOf(type).clearedBy.includes(disproof),
  )
  return standing.length === failures.standing.length ? failures : { ...failures, standing }
}

function fits(
  { during, codes, message, detail, isHostUser }: RefusalPattern,
  refusal: Refusal,
): boolean {
  const { error } = refusal
  return (
    (during === undefined || during === refusal.during) &&
    (codes === undefined || codes.includes(error.code)) &&
    (message === undefined || message === error.message) &&
    (detail === undefined || detail in detailsOf(error)) &&
    (isHostUser === undefined || refusal.isHostUser)
  )
}

function detailsOf({ data }: SerializedError): object {
  const details = isPlainObject(data) ? data['details'] : undefined
  return isPlainObject(details) ? details : {}
}
