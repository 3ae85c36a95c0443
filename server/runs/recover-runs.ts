import { applyChunk } from '../../shared/thread/apply-chunk.ts'
import { createAssistantMessage, type Message } from '../../shared/thread/message.ts'
import { reopenMessage, settleMessage } from '../../shared/thread/settle-message.ts'
import { parseChunk } from '../../shared/wire/chunk.ts'
import type { RunChunks, RunRow, Store } from '../store/store.ts'
import { INTERRUPTED_TEXT } from './drive-run.ts'
import { encodeAnswer } from './keep-run.ts'
import { toMessage } from './read-history.ts'

export interface RecoverySettings {
  readonly store: Store
  readonly owner: string
  /** The runs that this process drives. */
  readonly driven: () => readonly string[]
  readonly now: () => Date
}

export interface Recovery {
  /**
   * Ends what this process could not end when it should, and folds and saves the checkpoints of runs
   * that nobody drives any more, each once. Returns how many runs those were.
   */
  recover(): Promise<number>
  /** The same for one run whose lease is over. */
  interrupt(run: RunRow): Promise<void>
  /** Tries a task again at each recovery until it is done. */
  retryLater(task: () => Promise<unknown>): void
}

export function createRecovery({ store, owner, driven, now }: RecoverySettings): Recovery {
  const unfinished = new Set<() => Promise<unknown>>()

  async function recover() {
    for (const task of unfinished) {
      await task()
      unfinished.delete(task)
    }
    const runs = await store.runs.listAbandoned(owner, driven(), now().toISOString())
    for (const run of runs) await interrupt(run)
    return runs.length
  }

  async function interrupt(run: RunRow) {
    const begun = run.continuesMessage ? await readBegun(run) : undefined
    const answer = foldCheckpoints(run, await store.runs.readChunks(run.id), begun)
    await store.runs.finish(run, encodeAnswer(answer))
  }

  /** What there was of an answer before it went on. */
  async function readBegun({ scope, threadId, messageId }: RunRow) {
    const row = await store.messages.find(scope, threadId, messageId)
    const message = row && toMessage(row)
    return message && reopenMessage(message)
  }

  return { recover, interrupt, retryLater: (task) => void unfinished.add(task) }
}

/** The answer as far as it was saved, on top of what had `begun`, marked as interrupted. */
export function foldCheckpoints(
  run: RunRow,
  chunks: readonly RunChunks[],
  begun?: Message,
): Message {
  let answer = begun ?? createAssistantMessage(run.messageId, run.startedAt)
  for (const line of chunks.flatMap(({ data }) => data.split('\n'))) {
    const chunk = parseChunk(parseLine(line))
    if (chunk) answer = applyChunk(answer, chunk)
  }
  return settleMessage(answer, { type: 'incomplete', reason: 'error', error: INTERRUPTED_TEXT })
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
