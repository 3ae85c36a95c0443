import { createJudgedPart } from '../../shared/thread/judged-part.ts'
import { createAssistantMessage } from '../../shared/thread/message.ts'
import { reopenMessage, settleMessage } from '../../shared/thread/settle-message.ts'
import { parseChunk } from '../../shared/wire/chunk.ts'
import { completeSources } from '../models/complete-sources.ts'
import {
  applyAnswerChunk,
  firstParts,
  isHiddenChunk,
  parseHiddenChunk,
  type MessageWithMemory,
} from '../models/step-memory.ts'
import { RUNS_PER_READ } from '../store/run-chunks.ts'
import type { RunChunks, RunRow, Store } from '../store/store.ts'
import type { SharedLog } from '../streams/shared-log.ts'
import { INTERRUPTED_TEXT } from './transitions.ts'
import { encodeAnswer, readMemory, toMessage } from './read-history.ts'

const NEVER = new AbortController().signal
/** The data of an event of the log. */
const DATA_LINE = /^data: (.*)$/mu

export interface RecoverySettings {
  readonly store: Store
  /** Has chunks that readers saw and that no checkpoint has yet. */
  readonly shared?: Pick<SharedLog, 'follow'> | undefined
  readonly owner: string
  /** Ids of the runs that this process drives. */
  readonly driven: () => readonly string[]
  readonly now: () => Date
}

export interface Recovery {
  /**
   * Ends runs that this process could not end in time, and saves the checkpoints of abandoned runs as
   * answers, each once. Returns how many runs were abandoned.
   */
  recover(): Promise<number>
  /** The same for one run whose lease has expired. */
  interrupt(run: RunRow): Promise<void>
  /** Retries a task at each recovery until it succeeds. */
  retryLater(task: () => Promise<unknown>): void
}

export function createRecovery(settings: RecoverySettings): Recovery {
  const { store, shared, owner, driven, now } = settings
  const unfinished = new Set<() => Promise<unknown>>()

  async function recover() {
    for (const task of unfinished) {
      await task()
      unfinished.delete(task)
    }
    const runs = await store.runs.listAbandoned(owner, driven(), now().toISOString())
    for (let first = 0; first < runs.length; first += RUNS_PER_READ) {
      await interruptAll(runs.slice(first, first + RUNS_PER_READ))
    }
    return runs.length
  }

  async function interruptAll(runs: readonly RunRow[]) {
    const pieces = await store.runs.readChunks(runs.map(({ id }) => id))
    const ofRun = Map.groupBy(pieces, ({ runId }) => runId)
    for (const run of runs) await interrupt(run, ofRun.get(run.id) ?? [])
  }

  async function interrupt(run: RunRow, pieces: readonly RunChunks[]) {
    const begun = run.continuesMessage ? await readBegun(run) : undefined
    const saved = pieces.flatMap(({ data }) => data.split('\n'))
    const lines = [...saved, ...(await readUnsaved(run.id, saved.length))]
    await store.runs.interrupt(run, encodeAnswer(foldLines(run, lines, begun)))
  }

  /** The log's lines after so many chunks, as far as they are available at once. */
  async function readUnsaved(runId: string, after: number): Promise<readonly string[]> {
    const reader = shared?.follow(runId)
    try {
      const page = await reader?.read(after, 0, NEVER)
      return page?.events.map((event) => DATA_LINE.exec(event)?.[1] ?? '') ?? []
    } finally {
      reader?.close()
    }
  }

  /** The part of an answer from before it was continued. */
  async function readBegun({ scope, threadId, messageId }: RunRow) {
    const row = await store.messages.find(scope, threadId, messageId)
    const message = row && toMessage(row)
    return message && reopenMessage(await readMemory(store, threadId, message))
  }

  return {
    recover,
    interrupt: (run) => interruptAll([run]),
    retryLater: (task) => void unfinished.add(task),
  }
}

/** The answer so far, on top of `begun`, marked as interrupted. */
export function foldLines(
  run: RunRow,
  lines: readonly string[],
  begun?: MessageWithMemory,
): MessageWithMemory {
  let answer = begun ?? createAssistantMessage(run.messageId, run.startedAt)
  const judged = createJudgedPart()
  for (const line of lines) {
    const value = parseLine(line)
    const chunk = parseChunk(value) ?? parseHiddenChunk(value)
    if (!chunk) continue
    answer = applyAnswerChunk(answer, chunk)
    if (!isHiddenChunk(chunk)) judged.note(chunk, () => answer)
  }
  // Words that the operator's hook has not seen are not stored.
  answer = completeSources(firstParts(answer, judged.read()))
  return settleMessage(answer, { type: 'incomplete', reason: 'error', error: INTERRUPTED_TEXT })
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
