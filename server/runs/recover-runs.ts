import { applyChunk } from '../../shared/thread/apply-chunk.ts'
import { createAssistantMessage, type Message } from '../../shared/thread/message.ts'
import { settleMessage } from '../../shared/thread/settle-message.ts'
import { parseChunk } from '../../shared/wire/chunk.ts'
import type { RunChunks, RunRow, Store } from '../store/store.ts'
import { INTERRUPTED_TEXT } from './drive-run.ts'
import { encodeAnswer } from './keep-run.ts'

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
    for (const run of runs) {
      const answer = foldCheckpoints(run, await store.runs.readChunks(run.id))
      await store.runs.finish(run, encodeAnswer(answer))
    }
    return runs.length
  }

  return { recover, retryLater: (task) => void unfinished.add(task) }
}

/** The answer as far as it was saved, marked as interrupted. */
export function foldCheckpoints(run: RunRow, chunks: readonly RunChunks[]): Message {
  let answer = createAssistantMessage(run.messageId, run.startedAt)
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
