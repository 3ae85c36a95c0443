import type { SerializedError } from '../../shared/errors.ts'
import { isJsonValue, isPlainObject, type JsonObject } from '../../shared/json.ts'
import { readMarks, type MessageMarks, type MessageRole } from '../../shared/thread/message.ts'
import { isUploaded, readKeptFile, sumBytes, withoutCopy, type KeptFile } from './kept-files.ts'
import { keepRows, type RowOwner } from './kept-rows.ts'

/** Maximum number of waiting messages; another one is refused. */
export const OUTBOX_MAX = 200
/** Bytes of all waiting messages' files; a message beyond that is refused. */
export const OUTBOX_FILES_MAX_BYTES = 50_000_000

/** Maximum number of remembered settled messages; the oldest are evicted. */
export const SETTLED_MAX = 200

/** `waiting`: sent without further action. `failed`: a person has to decide, unless it repeats. */
export type OutboxState =
  | {
      readonly type: 'waiting'
      /** True for the try after the end of a limit. */
      readonly isRepeat?: true
    }
  | {
      readonly type: 'failed'
      readonly error: SerializedError
      /** End of the limit that refused it, in ms since 1970. */
      readonly endsAt?: number
      /** True if it is sent again by itself then. */
      readonly repeats?: true
    }

/** A message that was sent here and may not have reached the server. */
export interface OutboxMessage {
  /** The message's external id, which makes sending it idempotent. */
  readonly id: string
  /** The server's id of the thread, or the local id of a thread that the server does not know. */
  readonly thread: string
  /** Rises from message to message, across all tabs. */
  readonly order: number
  readonly createdAt: string
  readonly text: string
  readonly files: readonly KeptFile[]
  readonly role: MessageRole
  readonly runConfig?: JsonObject
  readonly marks?: MessageMarks
  readonly state: OutboxState
}

/** State of a person's messages on this device. */
export interface OutboxContent {
  /** Waiting messages, in order. */
  readonly messages: readonly OutboxMessage[]
  /** Messages that reached the server or were removed. A message in neither list was lost here. */
  readonly settled: ReadonlySet<string>
}

/** Outbox of one person on this device. */
export interface OutboxStore {
  all(): Promise<OutboxContent>
  put(message: OutboxMessage): Promise<void>
  /** Deletes a message's content, and remembers that it needs no further action. */
  settle(id: string, settledAt: number): Promise<void>
}

export function createOutboxStore(owner: RowOwner): OutboxStore {
  const rows = keepRows<Waiting | Settled>(owner, 'outbox', parseRow)

  return {
    async all() {
      const kept = [...(await rows.all())]
      const messages = kept.flatMap(([id, row]) => ('settledAt' in row ? [] : [{ id, ...row }]))
      const settled = kept.filter(([, row]) => 'settledAt' in row)
      return {
        messages: messages.sort((a, b) => a.order - b.order),
        settled: new Set(settled.map(([id]) => id)),
      }
    },
    async put({ id, ...message }) {
      const files = message.files.map((file) => (isUploaded(file) ? withoutCopy(file) : file))
      // Store the message without copies of its uploads first: they may not fit on the device.
      if (sumBytes(files) < sumBytes(message.files)) await rows.put(id, { ...message, files })
      await rows.put(id, message)
    },
    async settle(id, settledAt) {
      await rows.put(id, { settledAt })
      const settled = [...(await rows.all())]
        .flatMap(([other, row]) => ('settledAt' in row ? [{ id: other, at: row.settledAt }] : []))
        .sort((a, b) => b.at - a.at)
      await rows.remove(settled.slice(SETTLED_MAX).map((row) => row.id))
    },
  }
}

type Waiting = Omit<OutboxMessage, 'id'>
/** The remaining record of a settled message. */
interface Settled {
  readonly settledAt: number
}

/** True if one more message fits. */
export function hasRoom(
  waiting: readonly Pick<OutboxMessage, 'files'>[],
  message: Pick<OutboxMessage, 'files'>,
): boolean {
  const bytes = [...waiting, message].reduce((sum, { files }) => sum + sumBytes(files), 0)
  return waiting.length < OUTBOX_MAX && bytes <= OUTBOX_FILES_MAX_BYTES
}

/** Returns the files of one more message, without copies of uploads if those do not fit. */
export const withFittingCopies = (
  waiting: readonly Pick<OutboxMessage, 'files'>[],
  files: readonly KeptFile[],
): readonly KeptFile[] =>
  hasRoom(waiting, { files })
    ? files
    : files.map((file) => (isUploaded(file) ? withoutCopy(file) : file))

const ROLES: readonly unknown[] = ['user', 'assistant', 'system'] satisfies MessageRole[]

function parseRow(value: unknown): Waiting | Settled | undefined {
  if (!isPlainObject(value)) return undefined
  const { settledAt, thread, order, createdAt, text, files, role, runConfig, state, marks } = value
  if (typeof settledAt === 'number') return { settledAt }
  if (typeof thread !== 'string' || typeof order !== 'number') return undefined
  if (typeof createdAt !== 'string' || typeof text !== 'string' || !isRole(role)) return undefined
  return {
    thread,
    order,
    createdAt,
    text,
    role,
    files: Array.isArray(files) ? files.flatMap((file) => readKeptFile(file) ?? []) : [],
    ...(isPlainObject(runConfig) && isJsonValue(runConfig) ? { runConfig } : {}),
    ...(marks === undefined ? {} : { marks: readMarks(marks) }),
    state: parseState(state),
  }
}

const isRole = (value: unknown): value is MessageRole => ROLES.includes(value)

/** A message with an unreadable state waits, so that the server can report its error. */
function parseState(value: unknown): OutboxState {
  const { error, endsAt, repeats, isRepeat } = isPlainObject(value) ? value : {}
  const waiting: OutboxState = { type: 'waiting', ...(isRepeat === true && { isRepeat }) }
  if (!isPlainObject(error)) return waiting
  const { code, message } = error
  if (typeof code !== 'string' || typeof message !== 'string') return waiting
  return {
    type: 'failed',
    error: { code, message },
    ...(typeof endsAt === 'number' ? { endsAt } : {}),
    ...(repeats === true && { repeats }),
  }
}
