import { setTimeout as delay } from 'node:timers/promises'
import { isPlainObject } from '../../shared/json.ts'
import { parseChunk } from '../../shared/wire/chunk.ts'
import { encodeChunk, encodeChunkAt, HEARTBEAT } from '../../shared/wire/sse.ts'
import type { RunRow, Scope, Store } from '../store/store.ts'
import { pullEvents } from '../streams/send-log.ts'
import { HEARTBEAT_MS } from '../streams/memory-log.ts'
import type { SharedLog } from '../streams/shared-log.ts'
import { scopedKey, type ActiveRuns } from './active-runs.ts'
import { forReaders } from './drive-run.ts'
import type { Recovery } from './recover-runs.ts'
import { hiddenEvent, startChunk, type ReaderOf, type RunReader } from './run-events.ts'
import type { UnreadRuns } from './unread-runs.ts'

export interface FollowRequest {
  /** A thread's row id or the caller's own name for it. */
  readonly thread: string
  /** The answer that `after` belongs to; another answer is sent from its start. */
  readonly message?: string
  /** Number of the answer's events that the caller has seen. */
  readonly after: number
  /** True if the reader knows our own chunks. */
  readonly isOurs: boolean
}

export interface FollowParts {
  readonly store: Pick<Store, 'runs' | 'threads'>
  readonly active: Pick<ActiveRuns, 'all'>
  readonly unread: Pick<UnreadRuns, 'find'>
  readonly readerOf: ReaderOf
  readonly elsewhere: FollowElsewhere
}

/**
 * The running answer of a thread at any process, or an answer that its caller stores and has not read;
 * `undefined` if there is none.
 */
export async function followRun(
  { store, active, unread, readerOf, elsewhere }: FollowParts,
  scope: Scope,
  { thread, message, after }: FollowRequest,
): Promise<RunReader | undefined> {
  const unsaved = unread.find(scopedKey(scope, thread), after)
  if (unsaved) return unsaved
  const found = await store.threads.find(scope, thread)
  if (!found) return undefined
  /** A position in another answer has no meaning for this one. */
  const positionIn = (messageId: string | undefined) =>
    message === undefined || message === messageId ? after : 0
  const own = active.all().find((run) => run.threadId === found.id)
  if (own) return readerOf(own.id, positionIn(own.messageId))
  const run = await store.runs.findActive(scope, found.id)
  return run && elsewhere(run, positionIn(run.messageId))
}

/** The running answer of a thread of the caller, which may belong to another process. */
export async function findElsewhere(
  store: Pick<Store, 'runs' | 'threads' | 'isShared'>,
  scope: Scope,
  thread: string,
): Promise<RunRow | undefined> {
  const found = store.isShared ? await store.threads.find(scope, thread) : undefined
  return found && store.runs.findActive(scope, found.id)
}

/** How often the store is polled for new chunks of a run if processes share no log. */
export const STORE_POLL_MS = 250
/** How often the store is polled for a run without new chunks: its process may be dead. */
export const SHARED_WAIT_MS = 1_000

export interface ElsewhereParts {
  readonly store: Pick<Store, 'runs'>
  readonly shared: SharedLog | undefined
  readonly recovery: Pick<Recovery, 'interrupt'>
  readonly now: () => Date
  readonly onError: (error: unknown) => void
}

/**
 * Follows a run of another process: in the shared log if that has it, else by the store's checkpoints. The
 * stream ends without a final chunk if the run has already ended: its reader finds the answer among the rows.
 * A run whose process died is ended here.
 */
export type FollowElsewhere = (run: RunRow, after: number) => RunReader

export const createFollowElsewhere =
  (parts: ElsewhereParts): FollowElsewhere =>
  (run, after) => ({
    stream(signal) {
      const reader = parts.shared?.follow(run.id)
      signal.addEventListener('abort', () => reader?.close(), { once: true })
      return pullEvents(createNext(parts, run, after, reader), signal)
    },
  })

function createNext(
  { store, recovery, now, onError }: ElsewhereParts,
  run: RunRow,
  after: number,
  reader: ReturnType<SharedLog['follow']> | undefined,
) {
  let position = after
  let hasStarted = false
  let hasEnded = false

  function take(events: readonly string[], last = ''): string {
    position += events.length
    hasEnded = last !== ''
    return events.join('') + last
  }

  async function readShared(signal: AbortSignal): Promise<string> {
    const page = await reader?.read(position, SHARED_WAIT_MS, signal)
    return page ? take(page.events, page.last) : ''
  }

  /** `undefined`: the run has ended. */
  async function readStore(): Promise<string | undefined> {
    const lines = await store.runs.readLines(run.id, position)
    if (lines.length > 0) {
      const first = position + 1
      return take(lines.map((line, index) => toEvent(line, first + index)))
    }
    const state = await store.runs.findState(run.id)
    if (!state?.isOpen) return undefined
    if (state.leaseUntil >= now().toISOString()) return ''
    await recovery.interrupt(run)
    return undefined
  }

  async function wait(signal: AbortSignal): Promise<string | undefined> {
    const silentUntil = performance.now() + HEARTBEAT_MS
    while (!signal.aborted) {
      const text = (await readShared(signal)) || (await readStore())
      if (text !== '') return text
      if (performance.now() >= silentUntil) return HEARTBEAT
      await delay(STORE_POLL_MS, undefined, { signal }).catch(() => {})
    }
    return undefined
  }

  return async (signal: AbortSignal): Promise<string | undefined> => {
    if (!hasStarted) {
      hasStarted = true
      return encodeChunk(startChunk(run))
    }
    const text = hasEnded ? undefined : await wait(signal).catch(onFailure)
    if (text === undefined) reader?.close()
    return text
  }

  /** The reader reconnects, and finds the store working or another process. */
  function onFailure(error: unknown): undefined {
    onError(error)
  }
}

/** Lines that are not for readers keep their number, which positions count. */
function toEvent(line: string, position: number): string {
  const value: unknown = JSON.parse(line)
  const chunk = isPlainObject(value) ? parseChunk(value) : undefined
  return chunk ? encodeChunkAt(forReaders(chunk), position) : hiddenEvent(position)
}
