import { createChatMender } from './mend-chat.ts'
import type { CreateMender, Protocol } from './mend-event.ts'
import { createMessagesMender } from './mend-messages.ts'
import { createResponsesMender } from './mend-responses.ts'

/** The mender of each protocol. */
export const MENDERS: Readonly<Record<Protocol, CreateMender>> = {
  chat: createChatMender,
  responses: createResponsesMender,
  messages: createMessagesMender,
}
