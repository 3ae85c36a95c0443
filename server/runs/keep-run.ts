import { setTimeout as delay } from 'node:timers/promises'
import type { Message, MessageStatus } from '../../shared/thread/message.ts'
import { stepUsage } from '../../shared/thread/settle-message.ts'
import type { RunRow, Scope, Store } from '../store/store.ts'
import type { CheckpointWriter } from './checkpoints.ts'
import { encodeAnswer } from './read-history.ts'
import type { RemovedRow } from './transitions.ts'

/** A finished answer is tried to be saved again after each of these; its checkpoints stand meanwhile. */
export const SAVE_RETRY_MS: readonly number[] = [100, 500, 2_000]

/** How a run, and its end, reach the store. Absent for a run that saves nothing. */
export interface RunKeeper {
  checkpoint(json: string): void
  /** Settles when readers may be shown more; `undefined`: at once. */
  hold(): Promise<void> | undefined
  /** Whether the answer is kept: a run that was taken for dead meanwhile may have lost its place. */
  save(answer: Message): Promise<boolean>
  takeBack(): Promise<readonly RemovedRow[]>
  /** Nothing more is written, and what is there is left as it is. */
  leave(): Promise<void>
}

export interface StoreKeeperSettings {
  readonly store: Store
  readonly run: RunRow
  readonly writer: CheckpointWriter
  /** Takes over what could not be done, however often it was tried. */
  readonly onGiveUp: (task: () => Promise<unknown>) => void
  /** Whether or not the answer kept its place. Never fails. */
  readonly onSaved: (answer: Message) => Promise<void>
  /** When the message that started the run is gone. */
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
      // Until it is done the run stays open in the store, and its thread takes no other.
      onGiveUp(task)
      throw error
    }
  }

  return {
    checkpoint: (json) => writer.add(json),
    hold: () => writer.hold(),
    async save(answer) {
      const isKept = await end(() => store.runs.finish(run, encodeAnswer(answer)))
      // Of somebody who was erased meanwhile nothing is written down any more.
      if (isKept) await onSaved(answer)
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

export interface ReportSettings {
  readonly store: Pick<Store, 'reports'>
  readonly scope: Scope
  readonly run: RunRow
  readonly modelName: string
  /** Of the answer that went on: what they cost was counted when they were made. Default: none. */
  readonly stepsBefore?: number
  readonly now: () => Date
}

/**
 * Counts a saved answer for the project's usage. Clients that store their own rows report their own
 * runs; for these the server is the one who knows.
 */
export async function reportRun(settings: ReportSettings, answer: Message): Promise<void> {
  const { store, scope, run, modelName, stepsBefore = 0, now } = settings
  const steps = (answer.metadata.steps ?? []).slice(stepsBefore)
  // Somebody decided about a call, and nothing was asked of a model.
  if (run.continuesMessage && steps.length === 0) return
  const { inputTokens, outputTokens } = stepUsage(steps)
  await store.reports.addRun(scope, {
    threadId: run.threadId,
    messageId: run.messageId,
    traceId: null,
    status: reportedStatus(answer.status),
    modelId: modelName,
    durationMs: Math.max(0, now().getTime() - Date.parse(run.startedAt)),
    // Unknown where the provider told nothing.
    inputTokens: inputTokens ?? null,
    outputTokens: outputTokens ?? null,
    attributes: { source: 'server' },
  })
}

function reportedStatus(status: MessageStatus | undefined): string {
  if (status?.type === 'complete' || status?.type === 'requires-action') return 'completed'
  return status?.type === 'incomplete' && status.reason === 'error' ? 'error' : 'incomplete'
}
