import { createFailure, fieldsOf } from './provider-failure.ts'
import {
  cutRefusal,
  describeRefusal,
  judgeRefusal,
  type Judgement,
  type Refusal,
} from './read-refusal.ts'

/** Messages that some servers send without a code. */
const SAID_STATUS: ReadonlyMap<string, number> = new Map([
  ['overloaded', 503],
  ['overloaded error', 503],
  ['model overloaded', 503],
  ['service unavailable', 503],
  ['internal server error', 500],
])

/**
 * Turns an error object in the middle of a provider's stream into an error: the provider's packages pass it
 * on unchanged.
 */
export function readStreamError(said: unknown): Error {
  if (said instanceof Error) return said
  const outer = fieldsOf(said)
  const inner = fieldsOf(fieldsOf(outer['response'])['error'] ?? outer['error'])
  const details = typeof inner['message'] === 'string' ? inner : outer
  const { message } = details
  if (typeof message !== 'string') return createFailure('unknown', 'not an error')
  const words = [details['type'] ?? outer['type'], details['code'] ?? outer['code']]
    .filter((word) => typeof word === 'string' || typeof word === 'number')
    .join(' ')
  const status =
    STATUS_FIELDS.map((name) => readStatus(details[name]) ?? readStatus(outer[name])).find(
      (found) => found !== undefined,
    ) ?? SAID_STATUS.get(message.trim().toLowerCase())
  const refusal = cutRefusal({ code: words, message, isOfModel: true })
  const judgement = status === undefined ? judgeWords(refusal) : judgeRefusal(status, refusal)
  return createFailure(judgement.kind, describeRefusal(refusal), { ...judgement, status })
}

/** Judges an error without a status by its words. */
function judgeWords(refusal: Refusal): Judgement {
  if (/overloaded|rate_limit/.test(refusal.code)) return { kind: 'busy' }
  const judgement = judgeRefusal(400, refusal)
  return judgement.kind === 'refused' ? { kind: 'down' } : judgement
}

const STATUS_FIELDS = ['statusCode', 'status_code', 'status', 'code'] as const

function readStatus(value: unknown): number | undefined {
  const status = typeof value === 'string' && /^\d{3}$/.test(value) ? Number(value) : value
  return typeof status === 'number' && status >= 400 && status < 600 ? status : undefined
}
