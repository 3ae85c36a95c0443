import * as v from 'valibot'
import { AlcoveError } from '../../shared/errors.ts'
import { isPlainObject, type JsonObject, type JsonValue } from '../../shared/json.ts'
import type { UiMessage } from '../../shared/api/chat.ts'
import { APPROVAL_REASON_MAX } from '../../shared/wire/chat.ts'
import type { AmountOf } from '../limits/limit-table.ts'
import { requirePartCount } from './message-limits.ts'

/** The sender's answer to a pending call. */
export type CallAnswer = {
  readonly toolCallId: string
  /** The arguments that the decision was about; absent: the sender does not say. */
  readonly input?: JsonValue
} & (
  | { readonly type: 'result'; readonly output: JsonValue }
  | { readonly type: 'failure'; readonly errorText: string }
  | {
      readonly type: 'approval'
      readonly approvalId: string
      readonly isApproved: boolean
      readonly reason?: string
    }
  /** The authorization was given: the interrupted call resumes. */
  | { readonly type: 'resume' }
)

const ANSWER_STATES: ReadonlySet<unknown> = new Set([
  'output-available',
  'output-error',
  'approval-responded',
])

const toolCallId = v.pipe(v.string(), v.minLength(1))
const input = v.optional(v.unknown())
const answerSchema = v.variant('state', [
  v.object({
    state: v.literal('output-available'),
    toolCallId,
    // JSON drops a result that is `undefined`; it is read as null.
    output: v.optional(v.unknown(), null),
    input,
  }),
  v.object({ state: v.literal('output-error'), toolCallId, input, errorText: v.string() }),
  v.object({
    state: v.literal('approval-responded'),
    toolCallId,
    input,
    approval: v.object({
      id: v.string(),
      approved: v.boolean(),
      reason: v.optional(v.pipe(v.string(), v.maxLength(APPROVAL_REASON_MAX))),
    }),
  }),
])
type AnswerPart = v.InferOutput<typeof answerSchema>

/**
 * Reads the answers in the last message of a call, in the AI SDK's form. Names of the calls are ignored, and
 * arguments only identify the call: the stored ones are used.
 *
 * @throws AlcoveError `invalid_request` or `too_large`, naming the part.
 */
export function readAnswers(
  { parts }: UiMessage,
  path: string,
  amountOf: AmountOf,
): readonly CallAnswer[] {
  requirePartCount(parts.length, `${path}.parts`, amountOf)
  const known = new Set<string>()
  const answers = parts.flatMap((part, index) => {
    if (!isAnswer(part)) return []
    const answer = readAnswer(part, `${path}.parts.${index}`, amountOf)
    if (known.has(answer.toolCallId)) {
      throw createFormError(`${path}.parts.${index}`, 'this call has an answer already')
    }
    known.add(answer.toolCallId)
    return [answer]
  })
  if (answers.length > 0) return answers
  throw new AlcoveError(
    'invalid_request',
    'messages: the last message must be from the user, or an answer with what its tool calls wait for.',
  )
}

const isAnswer = ({ type, state }: UiMessage['parts'][number]): boolean =>
  (type.startsWith('tool-') || type === 'dynamic-tool') && ANSWER_STATES.has(state)

function readAnswer(
  part: UiMessage['parts'][number],
  path: string,
  amountOf: AmountOf,
): CallAnswer {
  const parsed = v.safeParse(answerSchema, part, { abortEarly: true })
  if (!parsed.success) {
    const [issue] = parsed.issues
    throw createFormError(path, `${v.getDotPath(issue) ?? 'state'}: ${issue.message}`)
  }
  const answer = toAnswer(parsed.output)
  const maxBytes = amountOf('toolResultBytes')
  if (countBytes(answer) > maxBytes) {
    throw new AlcoveError('too_large', `${path}: a tool’s result has at most ${maxBytes} bytes.`)
  }
  return answer
}

/** True for a value in a result's place that resumes an interrupted call. */
export const isResumption = (output: unknown): boolean =>
  isPlainObject(output) && output['continueInterruption'] === true

/**
 * The model's view of such a call if no stored call can resume: the value itself would look like the result
 * of the call.
 */
export const RESUMED_RESULT: JsonObject = {
  error: 'The person has given the authorization now. Call this tool again.',
}

function toAnswer(part: AnswerPart): CallAnswer {
  const call = {
    toolCallId: part.toolCallId,
    ...(part.input === undefined ? {} : { input: part.input as JsonValue }),
  }
  switch (part.state) {
    case 'output-available': {
      const { output } = part
      if (isResumption(output)) return { ...call, type: 'resume' }
      return { ...call, type: 'result', output: output as JsonValue }
    }
    case 'output-error':
      return { ...call, type: 'failure', errorText: part.errorText }
    case 'approval-responded': {
      const { id: approvalId, approved: isApproved, reason } = part.approval
      return {
        ...call,
        type: 'approval',
        approvalId,
        isApproved,
        ...(reason === undefined ? {} : { reason }),
      }
    }
    default:
      return part satisfies never
  }
}

function countBytes(answer: CallAnswer): number {
  if (answer.type === 'result') return Buffer.byteLength(JSON.stringify(answer.output))
  return answer.type === 'failure' ? Buffer.byteLength(answer.errorText) : 0
}

const createFormError = (path: string, problem: string): AlcoveError =>
  new AlcoveError(
    'invalid_request',
    `${path}: ${problem}; expected { type: "tool-<name>", toolCallId, state: "output-available", output }, or with state "output-error" and errorText, or "approval-responded" and approval { id, approved, reason? }.`,
  )
