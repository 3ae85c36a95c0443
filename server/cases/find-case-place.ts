import { AlcoveError } from '../../shared/errors.ts'
import type { Message } from '../../shared/thread/message.ts'
import { toMessage } from '../runs/read-history.ts'
import type { ConversationMessages } from '../store/store.ts'
import type { CasePlace } from './case-from-message.ts'

/**
 * Finds a message among those of its conversation, with the turns before it.
 *
 * @throws AlcoveError `not_found`, and `invalid_request` for a question without words.
 */
export function findCasePlace(
  { messages, ratings, facts }: ConversationMessages,
  { messageId, isNamed }: { readonly messageId: string; readonly isNamed: boolean },
): CasePlace {
  const rows = new Map(messages.map((row) => [row.id, row]))
  const target = rows.get(messageId)
  const message = target && toMessage(target)
  if (!target || !message) throw new AlcoveError('not_found', 'There is no such message.')
  const isAnswer = message.role === 'assistant'
  const path: Message[] = []
  for (
    let at: string | null = isAnswer ? target.parentId : target.id;
    at !== null;
    at = rows.get(at)?.parentId ?? null
  ) {
    const row = rows.get(at)
    const each = row && toMessage(row)
    if (each) path.unshift(each)
  }
  const known = facts.get(messageId)
  const isRatedBadly = ratings.some((each) => each.messageId === messageId && each.value !== 1)
  if (path.at(-1)?.role !== 'user') {
    throw new AlcoveError('invalid_request', 'A case needs a question of a person.')
  }
  return {
    path,
    answer: isAnswer ? message : undefined,
    assistant: known?.assistant,
    isNamed,
    isBad: isRatedBadly || known?.is_unanswered === 1 || known?.state === 'error',
  }
}
