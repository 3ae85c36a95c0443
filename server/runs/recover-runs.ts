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
  readonly now: () => Date
}

/** Folds and saves the checkpoints of runs whose process is gone, each once. */
export function createRecovery({ store, owner, now }: RecoverySettings): () => Promise<number> {
  return async function recoverRuns() {
    const runs = await store.runs.listAbandoned(owner, now().toISOString())
    for (const run of runs) {
      const answer = foldCheckpoints(run, await store.runs.readChunks(run.id))
      await store.runs.finish(run, encodeAnswer(answer))
    }
    return runs.length
  }
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
