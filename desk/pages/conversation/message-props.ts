import type { Conversation, DeskMessage } from '../../../shared/desk/conversations.ts'

/** A message of the conversation that is shown. */
export interface MessageProps {
  conversation: Conversation
  message: DeskMessage
}
