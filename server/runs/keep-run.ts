import { setTimeout as delay } from 'node:timers/promises'
import type { Message, MessageStatus } from '../../shared/thread/message.ts'
import { stepUsage } from '../../shared/thread/settle-message.ts'
import type { AnswerRecord } from '../models/answer-record.ts'
import type { MessageWithMemory } from '../models/step-memory.ts'
import type { RunRow, Scope, Store } from '../store/store.ts'
import type { CheckpointWriter } from './checkpoints.ts'
import { encodeAnswer } from './read-history.ts'
import type { RemovedRow } from './transitions.ts'

/** Delays between attempts to save a finished answer; its checkpoints remain meanwhile. */
export const SAVE_RETRY_MS: readonly number[] = [100, 500, 2_000]

/** Writes a run, and its end, to the store. Absent for a run that saves nothing. */
export interface RunKeeper {
  checkpoint(json: string): void
  /** Resolves when readers may be shown more; `undefined`: at once. */
  hold(): Promise<void> | undefined
  /** Resolves when all checkpoints are saved, or the store counts as unreachable. */
  saved(): Promise<void>
  /**
   * Resolves with true if the answer was saved: a run that was taken for dead may have lost its place.
   *
   * @param firstWordMs time until the first word; null: there was none.
   */
  save(answer: MessageWithMemory, firstWordMs: number | null): Promise<boolean>
  takeBack(): Promise<readonly RemovedRow[]>
  /** Stops writing, and leaves the stored part as it is. */
  leave(): Promise<void>
}

export interface StoreKeeperSettings {
  readonly store: Store
  readonly run: RunRow
  readonly writer: CheckpointWriter
  /** Takes over a task that failed at every attempt. */
  readonly onGiveUp: (task: () => Promise<unknown>) => void
  /** Called when the answer is saved; its readers wait for it. Never rejects. */
  readonly onSaved: (answer: MessageWithMemory, firstWordMs: number | null) => Promise<void>
  /** Called when the message that started the run has been removed. */
  readonly onTakenBack?: (() => Promise<void>) | undefined
}

export function createStoreKeeper({
  store,
  run,
  writer,
  onGiveUp,
  onSaved,
  onTakenBack,
}: StoreKeeperSettings): RunKeeper {
  async function end<Result>(task: () => Promise<Result>): Promise<Result> {
    await writer.close()
    try {
      return await retry(task)
    } catch (error) {
      // Until then the run stays open in the store, and its thread accepts no other.
      onGiveUp(task)
      throw error
    }
  }

  return {
    checkpoint: (json) => writer.add(json),
    hold: () => writer.hold(),
    saved: () => writer.saved(),
    async save(answer, firstWordMs) {
      const isKept = await end(() => store.runs.finish(run, encodeAnswer(answer)))
      // Nothing is written for a user who was erased meanwhile.
      if (isKept) await onSaved(answer, firstWordMs)
      return isKept
    },
    async takeBack() {
      const removed = await end(() => store.runs.takeBack(run))
      await onTakenBack?.()
      return removed
    },
    leave: () => writer.close(),
  }
}

/** For a caller that stores its own rows. */
export const KEEPS_NOTHING: RunKeeper = {
  checkpoint() {},
  hold: () => undefined,
  saved: () => Promise.resolve(),
  save: () => Promise.resolve(true),
  takeBack: () => Promise.resolve([]),
  leave: () => Promise.resolve(),
}

async function retry<Result>(task: () => Promise<Result>): Promise<Result> {
  for (const wait of SAVE_RETRY_MS) {
    try {
      return await task()
    } catch {
      await delay(wait)
    }
  }
  return task()
}

/** A saved answer, for its facts. */
export interface EndedAnswer {
  readonly run: RunRow
  readonly answer: MessageWithMemory
  readonly assistant: string
  readonly modelName: string
  /** Null: it has no words. */
  readonly firstWordMs: number | null
  readonly record: AnswerRecord
}

/** Rejects if they could not be written: then a sweep writes them later. */
export type KeepFacts = (ended: EndedAnswer) => Promise<void>

export interface ReportSettings {
  readonly store: Pick<Store, 'reports'>
  readonly scope: Scope
  readonly run: RunRow
  readonly modelName: string
  /** Steps of the continued answer, whose cost was counted when they ran. Default: none. */
  readonly stepsBefore?: number
  readonly now: () => Date
}

/**
 * Counts a saved answer for the project's usage. Clients that store their own rows report their own runs;
 * here only the server knows the cost.
 */
export async function reportRun(settings: ReportSettings, answer: Message): Promise<void> {
  const { store, scope, run, modelName, stepsBefore = 0, now } = settings
  const steps = (answer.metadata.steps ?? []).slice(stepsBefore)
  // Only a decision about a call: the model was not called.
  if (run.continuesMessage && steps.length === 0) return
  const { inputTokens, outputTokens } = stepUsage(steps)
  await store.reports.addRun(scope, {
    threadId: run.threadId,
    messageId: run.messageId,
    traceId: null,
    status: reportedStatus(answer.status),
    modelId: modelName,
    durationMs: Math.max(0, now().getTime() - Date.parse(run.startedAt)),
    // Unknown if the provider reported nothing.
    inputTokens: inputTokens ?? null,
    outputTokens: outputTokens ?? null,
    attributes: { source: 'server' },
  })
}

function reportedStatus(status: MessageStatus | undefined): string {
  if (status?.type === 'complete' || status?.type === 'requires-action') return 'completed'
  return status?.type === 'incomplete' && status.reason === 'error' ? 'error' : 'incomplete'
}
