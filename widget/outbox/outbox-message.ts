import { AlcoveError } from '../../shared/errors.ts'
import { createMessageId } from '../../shared/ids.ts'
import { isConnectionFailure } from '../conversation/backoff.ts'
import type { OutgoingMessage } from '../conversation/outgoing-message.ts'
import { isUploaded, type KeptFile } from '../device/kept-rows.ts'
import type { OutboxMessage } from '../device/outbox-store.ts'

/** A message as it waits, behind all that do, whatever somebody does to the clock. */
export function createOutboxMessage(
  { text, role = 'user', runConfig }: OutgoingMessage,
  files: readonly KeptFile[],
  place: {
    readonly thread: string
    readonly now: number
    readonly ahead: readonly OutboxMessage[]
  },
): OutboxMessage {
  const { thread, now, ahead } = place
  return {
    id: createMessageId(),
    thread,
    order: Math.max(now, ...ahead.map(({ order }) => order + 1)),
    createdAt: new Date(now).toISOString(),
    text,
    files,
    role,
    ...(runConfig ? { runConfig } : {}),
    state: { type: 'waiting' },
  }
}

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

/** An answer runs in the thread, or its session was closed: neither says anything of the message. */
const NO_REFUSALS: readonly string[] = ['run_active', 'destroyed']

/** What a message that was not taken does: goes out by itself later, or asks the person. */
export const decideRefusal = (error: unknown): 'wait' | 'ask' =>
  isConnectionFailure(error) || (error instanceof AlcoveError && NO_REFUSALS.includes(error.code))
    ? 'wait'
    : 'ask'
