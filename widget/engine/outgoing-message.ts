import type { JsonObject } from '../../shared/json.ts'
import type { Attachment } from '../../shared/thread/attachment.ts'
import type { MessageRole } from '../../shared/thread/message.ts'

/** What a composer holds when it is sent. */
export interface OutgoingMessage {
  readonly text: string
  /** Uploaded already. Default: none. */
  readonly attachments?: readonly Attachment[]
  /** Default `user`. */
  readonly role?: MessageRole
  /** Goes out as the request's metadata; an edit copies it. */
  readonly runConfig?: JsonObject
}
