import { isPlainObject, type JsonValue } from '../json.ts'
import type { Message, MessageStep } from './message.ts'

const withSteps = (message: Message, steps: readonly MessageStep[]): Message => ({
  ...message,
  metadata: { ...message.metadata, steps },
})

export function startStep(message: Message): Message {
  const firstPart = message.content.length
  const step = { state: 'started', messageId: message.id, firstPart } as const
  return withSteps(message, [...(message.metadata.steps ?? []), step])
}

interface StepEnd {
  readonly reason?: string | undefined
  readonly usage?: JsonValue | undefined
  readonly isContinued?: boolean | undefined
}

/** Ends the last step. What is said of it a second time does not take back what was known. */
export function finishStep(message: Message, { reason, usage, isContinued }: StepEnd): Message {
  const steps = message.metadata.steps ?? []
  const last = steps.at(-1)
  if (!last) return message
  const known = last.state === 'finished' ? last : undefined
  const counts = known?.usage ?? (isPlainObject(usage) ? usage : undefined)
  const step = {
    state: 'finished' as const,
    messageId: last.messageId,
    finishReason: saidReason(known) ?? reason ?? 'unknown',
    isContinued: isContinued ?? known?.isContinued ?? false,
    ...(counts ? { usage: counts } : {}),
  }
  return withSteps(message, steps.with(-1, step))
}

const saidReason = (step: { readonly finishReason: string } | undefined): string | undefined =>
  step?.finishReason === 'unknown' ? undefined : step?.finishReason

/** Takes back what the open step has brought: it begins anew. */
export function resetStep(message: Message): Message {
  const last = message.metadata.steps?.at(-1)
  if (last?.state !== 'started') return message
  return { ...message, content: message.content.slice(0, last.firstPart ?? message.content.length) }
}
