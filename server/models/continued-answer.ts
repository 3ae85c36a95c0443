import type { Message, ToolCallPart } from '../../shared/thread/message.ts'
import type { ModelRequest } from './model.ts'

/** The answer that goes on, if the request is not for a new one. */
export function continuedAnswer({ messages }: ModelRequest): Message | undefined {
  const last = messages.at(-1)
  return last?.role === 'assistant' ? last : undefined
}

/** The calls that it has already. */
export const callsOf = (request: ModelRequest): readonly ToolCallPart[] =>
  (continuedAnswer(request)?.content ?? []).filter((part) => part.type === 'tool-call')

/**
 * Model calls that the answer still has. Counted over all its turns: otherwise a model and a page's
 * own tools could call each other for ever.
 */
export function stepsLeft(request: ModelRequest): number {
  const done = continuedAnswer(request)?.metadata.steps?.length ?? 0
  return Math.max(0, (request.maxSteps ?? 1) - done)
}
