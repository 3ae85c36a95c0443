import type { SerializedError } from '../../shared/errors.ts'
import { isJsonValue, isPlainObject, type JsonObject } from '../../shared/json.ts'
import { readMarks, type MessageMarks, type MessageRole } from '../../shared/thread/message.ts'
import { isUploaded, readKeptFile, sumBytes, withoutCopy, type KeptFile } from './kept-files.ts'
import { keepRows, type RowOwner } from './kept-rows.ts'

/** Messages that wait; one more is not taken. */
export const OUTBOX_MAX = 200
/** Files of all messages that wait; a message that brings more is not taken. */
export const OUTBOX_FILES_MAX_BYTES = 50_000_000

/** Settled messages that are remembered; the oldest go. */
export const SETTLED_MAX = 200

/** `waiting`: it goes out by itself. `failed`: somebody has to decide. */
export type OutboxState =
  | { readonly type: 'waiting' }
  | { readonly type: 'failed'; readonly error: SerializedError }

/** A message that was sent here and that the server is not known to have. */
export interface OutboxMessage {
  /** The message's own: the server takes it once. */
  readonly id: string
  /** As the server calls it, or the local id of one that it does not know. */
  readonly thread: string
  /** Rises from message to message, in all tabs. */
  readonly order: number
  readonly createdAt: string
  readonly text: string
  readonly files: readonly KeptFile[]
  readonly role: MessageRole
  readonly runConfig?: JsonObject
  readonly marks?: MessageMarks
  readonly state: OutboxState
}

/** What is known of a person's messages on this device. */
export interface OutboxContent {
  /** Those that wait, in their order. */
  readonly messages: readonly OutboxMessage[]
  /** Those that the server has by now, or that were removed. One that is in neither was lost here. */
  readonly settled: ReadonlySet<string>
}

/** Messages of one person that wait on this device. */
export interface OutboxStore {
  all(): Promise<OutboxContent>
  put(message: OutboxMessage): Promise<void>
  /** Forgets what a message says, and remembers that it needs nothing any more. */
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
      // Copies of uploads may not fit on the device: the message is kept without them first.
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
/** All that is left of a message that needs nothing any more. */
interface Settled {
  readonly settledAt: number
}

/** Whether one more message can wait. */
export function hasRoom(
  waiting: readonly Pick<OutboxMessage, 'files'>[],
  message: Pick<OutboxMessage, 'files'>,
): boolean {
  const bytes = [...waiting, message].reduce((sum, { files }) => sum + sumBytes(files), 0)
  return waiting.length < OUTBOX_MAX && bytes <= OUTBOX_FILES_MAX_BYTES
}

/** The files of one more message: where the copies of its uploads are too much, without them. */
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

/** What nobody can read waits: the server says what is wrong with it. */
function parseState(value: unknown): OutboxState {
  const error: unknown = isPlainObject(value) ? value['error'] : undefined
  if (!isPlainObject(error)) return { type: 'waiting' }
  const { code, message } = error
  if (typeof code !== 'string' || typeof message !== 'string') return { type: 'waiting' }
  return { type: 'failed', error: { code, message } }
}
