import { messageText, type Message } from '../../shared/thread/message.ts'
import type { ChatBody, UiMessage } from '../../shared/wire/chat.ts'

export interface TurnAddress {
  readonly threadId: string
  /** Names this call, so that a stop finds it before the server knows the thread. */
  readonly requestId: string
}

/**
 * The chat call for a new message. `parent` is the nearest message before it that the server has;
 * it is named, not sent again: the server reads stored messages from its store.
 */
export function submitBody(
  { threadId, requestId }: TurnAddress,
  user: Message,
  parent: { readonly rowId: string; readonly role: Message['role'] } | null,
): ChatBody {
  const before: UiMessage[] = parent ? [{ id: parent.rowId, role: parent.role, parts: [] }] : []
  const messages = [...before, uiMessage(user, user.id)]
  return { id: threadId, requestId, messages, trigger: 'submit-message' }
}

/** The chat call that makes an answer again; without `answerRowId` the server has none yet. */
export function regenerateBody(
  { threadId, requestId }: TurnAddress,
  user: Message & { readonly rowId: string },
  answerRowId: string | undefined,
): ChatBody {
  return {
    id: threadId,
    requestId,
    messages: [uiMessage(user, user.rowId)],
    trigger: 'regenerate-message',
    ...(answerRowId === undefined ? {} : { messageId: answerRowId }),
  }
}

function uiMessage(message: Message, id: string): UiMessage {
  return { id, role: message.role, parts: [{ type: 'text', text: messageText(message) }] }
}
