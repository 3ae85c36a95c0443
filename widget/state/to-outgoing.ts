import { isUploaded } from '../device/kept-rows.ts'
import type { OutboxMessage } from '../device/outbox-store.ts'
import type { OutgoingMessage } from '../engine/outgoing-message.ts'

/** A message that waited, as a thread takes it. Files that are not uploaded stay behind. */
export function toOutgoing(message: OutboxMessage): OutgoingMessage {
  const { id, createdAt, text, files, role, runConfig } = message
  const attachments = files.filter(isUploaded)
  return {
    id,
    createdAt,
    text,
    ...(attachments.length > 0 ? { attachments } : {}),
    ...(role === 'user' ? {} : { role }),
    ...(runConfig ? { runConfig } : {}),
  }
}
