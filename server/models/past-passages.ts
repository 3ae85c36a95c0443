import type { MessagePart } from '../../shared/thread/message.ts'
import { SEARCH_TOOL } from './answer-knowledge.ts'
import type { MessageWithMemory } from './step-memory.ts'

/** The model's text in place of passages of an earlier answer. */
export const PAST_PASSAGES_TEXT =
  'The passages of this search were read for that answer and are left out now. Search again if you need them.'

/**
 * An earlier answer without the passages that it read. Its calls and results stay in place, for signatures and
 * caches of providers; but no text of a page is in the prompt any more.
 */
export function withoutPassages(message: MessageWithMemory): MessageWithMemory {
  if (message.role !== 'assistant' || !message.content.some(hasPassages)) return message
  return {
    ...message,
    content: message.content.map((part) =>
      hasPassages(part) ? { ...part, result: PAST_PASSAGES_TEXT } : part,
    ),
  }
}

const hasPassages = (part: MessagePart): boolean =>
  part.type === 'tool-call' &&
  part.toolName === SEARCH_TOOL &&
  part.state === 'output-available' &&
  part.isError !== true
