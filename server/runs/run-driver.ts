import { createAssistantMessage } from '../../shared/thread/message.ts'
import { encodeChunk } from '../../shared/wire/sse.ts'
import type { FileOwner } from '../files/files.ts'
import type { AmountOf } from '../limits/limit-table.ts'
import type { AnswerRecord } from '../models/answer-record.ts'
import type { Assistant } from '../models/model.ts'
import type { MessageWithMemory } from '../models/step-memory.ts'
import type { RunQueries, RunRow, RunStart, Scope, Store } from '../store/store.ts'
import { writeToBoth, type LogWriter, type StreamLog } from '../streams/memory-log.ts'
import type { SharedLog } from '../streams/shared-log.ts'
import { scopedKey, type ActiveRuns, type Lease, type StartedRun } from './active-runs.ts'
import { createCheckpoints } from './checkpoints.ts'
import type { Ask } from './create-ask.ts'
import { driveRun, type DrivenRun, type RunSetup } from './drive-run.ts'
import { keepAnswerFiles, type AnswerFilesSetup } from './keep-files.ts'
import { createStoreKeeper, KEEPS_NOTHING, reportRun, type KeepFacts } from './keep-run.ts'
import type { Call } from './read-call.ts'
import type { Recovery } from './recover-runs.ts'
import { createReaderOf, startChunk } from './run-events.ts'
import type { RunSlot, Started } from './run-slot.ts'

/** A chat call whose answer is saved, with its assistant. */
export interface SavedCall {
  readonly caller: FileOwner
  readonly base: string
  readonly call: Call
  readonly slot: RunSlot
  readonly assistant: Assistant
  readonly assistantId: string
  /** Name of the model that answers: the assistant's, or its fallback. */
  readonly modelName: () => string
  readonly record: AnswerRecord
  readonly amountOf: AmountOf
  readonly ask: Ask
  readonly judge: RunSetup['judge']
  /** Estimated tokens of the call's own part of the prompt. */
  readonly promptedTokens: number
}

export interface SavedStart extends Started {
  /** Absent if no run was started for this call. */
  readonly driven?: DrivenRun
}

/** A run that is open in the store, with its rows. */
export type OpenRun = Awaited<ReturnType<RunQueries['start']>>

type Chunks = Pick<RunSetup, 'chunks' | 'limits'>

export interface SavedRun extends Chunks, Pick<RunSetup, 'first' | 'hasContent' | 'onContent'> {
  readonly open: OpenRun
  /** The part of an answer that is continued; default: a new answer. */
  readonly answer?: MessageWithMemory
  /** Called when the message that started it is removed. */
  readonly onTakenBack?: () => Promise<void>
}

export interface UnsavedRun
  extends Chunks, Pick<StartedRun, 'id' | 'scope' | 'threadKeys' | 'turnKey' | 'requestId'> {
  readonly messageId: string
}

/** Opens runs in the store, and drives them. */
export interface RunDriver {
  /**
   * Writes the rows of a turn, and opens its run with a lease of this process.
   *
   * @throws AlcoveError `run_active`, `conflict`, `not_found`, `idempotency_mismatch`, `too_large`.
   */
  open(call: SavedCall, turn: RunStart['turn'], maxBytes?: number): Promise<OpenRun>
  /** Drives an open run, and saves its answer. */
  drive(call: SavedCall, run: SavedRun): SavedStart
  /** Drives a run for a caller that stores its own rows. */
  driveUnsaved(run: UnsavedRun): DrivenRun
  /** Resolves when the facts of all answers that have ended are written; never rejects. */
  settled(): Promise<void>
}

export interface RunDriverParts {
  readonly store: Store
  readonly files: AnswerFilesSetup['files']
  readonly log: StreamLog
  /** Absent: other processes follow the runs of this one by their checkpoints. */
  readonly shared: SharedLog | undefined
  readonly active: Pick<ActiveRuns, 'add'>
  readonly lease: Lease
  readonly recovery: Pick<Recovery, 'retryLater'>
  /** Keeps facts of each saved answer. Absent: none are kept. */
  readonly keepFacts?: KeepFacts | undefined
  readonly now: () => Date
  readonly onError: (error: unknown) => void
}

export function createRunDriver(parts: RunDriverParts): RunDriver {
  const { store, files, log, shared, active, lease, recovery, keepFacts, now, onError } = parts
  const readerOf = createReaderOf(log)
  const checkpoints = createCheckpoints({
    appendChunks: (chunks) => store.runs.appendChunks(chunks),
    onError,
    now: () => performance.now(),
  })
  const following = new Set<Promise<void>>()
  function follow(work: Promise<void> = Promise.resolve()) {
    const settled = work.catch(onError).finally(() => following.delete(settled))
    following.add(settled)
  }
  const createAnswer = (id: string) => createAssistantMessage(id, now().toISOString())

  return {
    open({ caller, call }, turn, maxBytes) {
      return store.runs.start(caller, {
        thread: call.body.id,
        owner: lease.owner,
        leaseUntil: lease.until(),
        requestId: call.requestId,
        turnKey: call.turnKey,
        maxBytes,
        turn,
      })
    },

    drive(
      { caller, base, call, assistantId, modelName, record, amountOf, judge },
      { open, onTakenBack, answer, chunks, ...setup },
    ) {
      const { run, thread } = open
      const begun = answer ?? createAnswer(run.messageId)
      const answerFiles = {
        files,
        owner: caller,
        base,
        max: amountOf('filesPerMessage'),
        attach: (keys: readonly string[]) => store.files.attach(caller, thread.id, keys),
        onError,
      }
      const report = {
        store,
        scope: caller,
        run,
        stepsBefore: begun.metadata.steps?.length ?? 0,
        now,
      }
      const driven = driveRun({
        ...setup,
        answer: begun,
        judge,
        chunks: async (signal, current) =>
          keepAnswerFiles(await chunks(signal, current), answerFiles, current),
        log: openLog(log, shared, run),
        keeper: createStoreKeeper({
          store,
          run,
          writer: checkpoints.open(run.id),
          onGiveUp: recovery.retryLater,
          async onSaved(last, firstWordMs) {
            const named = { modelName: modelName(), firstWordMs }
            await reportRun({ ...report, ...named }, last).catch(onError)
            // The answer's readers do not wait for the facts; a crash leaves them to the sweep.
            follow(keepFacts?.({ run, answer: last, assistant: assistantId, ...named, record }))
          },
          onTakenBack,
        }),
        onError,
      })
      active.add({ ...namesOf(caller, call, open), driven })
      return { reader: readerOf(run.id), ended: driven.ended, driven }
    },

    driveUnsaved({ messageId, chunks, limits, ...names }) {
      const driven = driveRun({
        answer: createAnswer(messageId),
        chunks,
        limits,
        log: log.open(names.id, encodeChunk({ type: 'start', messageId }), true),
        keeper: KEEPS_NOTHING,
        onError,
      })
      active.add({ ...names, driven })
      return driven
    },

    async settled() {
      await Promise.all(following)
    },
  }
}

function openLog(log: StreamLog, shared: SharedLog | undefined, run: RunRow): LogWriter {
  const own = log.open(run.id, encodeChunk(startChunk(run)))
  return shared ? writeToBoth(own, shared.open(run.id)) : own
}

const namesOf = (
  scope: Scope,
  { threadKey, turnKey, requestId }: Call,
  { run, thread }: OpenRun,
): Omit<StartedRun, 'driven'> => ({
  id: run.id,
  scope,
  threadKeys: [scopedKey(scope, thread.id), threadKey],
  threadId: thread.id,
  messageId: run.messageId,
  turnKey,
  requestId,
})
