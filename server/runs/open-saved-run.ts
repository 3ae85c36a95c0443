import type { Message } from '../../shared/thread/message.ts'
import { encodeChunk } from '../../shared/wire/sse.ts'
import type { RunQueries } from '../store/store.ts'
import { writeToBoth } from '../streams/stream-log.ts'
import { scopedKey } from './active-runs.ts'
import { driveRun, type RunSetup } from './drive-run.ts'
import { keepAnswerFiles } from './keep-answer-files.ts'
import { createStoreKeeper } from './keep-run.ts'
import type { AnswerLimits } from './limit-answer.ts'
import { reportRun } from './report-run.ts'
import type { PreparedCall, SavedParts, SavedStart } from './saved-parts.ts'
import { startChunk } from './start-chunk.ts'

/** A run that is open in the store, with its rows. */
export type OpenRun = Awaited<ReturnType<RunQueries['start']>>

export interface SavedRun extends Pick<
  RunSetup,
  'answer' | 'chunks' | 'first' | 'hasContent' | 'onContent'
> {
  readonly open: OpenRun
  readonly limits: AnswerLimits
  /** When the message that started it was taken back. */
  readonly onTakenBack?: () => Promise<void>
}

/** Drives a run that the store has opened, and keeps what comes of it. */
export function openSavedRun(
  parts: SavedParts,
  { caller, base, call, assistant, amountOf }: PreparedCall,
  { open, limits, onTakenBack, ...setup }: SavedRun,
): SavedStart {
  const { store, active, readerOf, log, shared, now, onError } = parts
  const { run, thread } = open
  const keeper = createStoreKeeper({
    store,
    run,
    writer: parts.checkpoints.open(run.id),
    onGiveUp: parts.recovery.retryLater,
  })
  const stepsBefore = countSteps(setup.answer)
  const own = log.open(run.id, encodeChunk(startChunk(run)))
  const answerFiles = {
    files: parts.files,
    owner: caller,
    base,
    max: amountOf('filesPerMessage'),
    attach: (keys: readonly string[]) => store.files.attach(caller, thread.id, keys),
    onError,
  }
  const driven = driveRun({
    ...setup,
    chunks: async (signal, current) =>
      keepAnswerFiles(await setup.chunks(signal, current), answerFiles, current),
    limits,
    log: shared ? writeToBoth(own, shared.open(run.id)) : own,
    keeper: {
      ...keeper,
      async save(answer) {
        const isKept = await keeper.save(answer)
        const modelName = assistant.model.name
        const report = { store, scope: caller, run, modelName, stepsBefore, now }
        await reportRun(report, answer).catch(onError)
        return isKept
      },
      async takeBack() {
        const removed = await keeper.takeBack()
        await onTakenBack?.()
        return removed
      },
    },
    onError,
  })
  const threadKeys = [scopedKey(caller, thread.id), call.threadKey]
  const { turnKey, requestId } = call
  active.add({
    id: run.id,
    scope: caller,
    threadKeys,
    threadId: thread.id,
    messageId: run.messageId,
    turnKey,
    requestId,
    driven,
  })
  return { reader: readerOf(run.id), ended: driven.ended, driven }
}

const countSteps = ({ metadata }: Message): number => metadata.steps?.length ?? 0
