import type { CaseBody } from '../../../shared/desk/cases.ts'
import { isAnonymousId } from '../../auth/identity.ts'
import { caseFromMessage } from '../../cases/case-from-message.ts'
import { findCasePlace } from '../../cases/find-case-place.ts'
import type { ListedConversation, Store } from '../../store/store.ts'
import { requireConversation } from './conversation-routes.ts'

/**
 * A message of a conversation as a case: its question with the turns before, the page, the kind of the person and
 * what was right, without personal data.
 *
 * @throws AlcoveError `not_found` for a conversation or a message that the project lacks, `invalid_request` for a
 * message without a question.
 */
export async function readCaseOfMessage(
  store: Store,
  projectId: string,
  { threadId, messageId }: { readonly threadId: string; readonly messageId: string },
): Promise<{ readonly made: CaseBody; readonly thread: ListedConversation }> {
  const thread = await requireConversation(store, projectId, threadId)
  const messages = await store.conversations.messages(thread.projectId, thread.id)
  const isNamed = !isAnonymousId(thread.userId)
  return { made: caseFromMessage(findCasePlace(messages, { messageId, isNamed })), thread }
}
