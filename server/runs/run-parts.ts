import type { Assistant, Assistants } from '../models/model.ts'
import type { Budgets } from '../limits/budgets.ts'
import type { AmountName } from '../limits/limit-table.ts'
import type { MessageRoom } from '../limits/message-room.ts'
import type { Files } from '../files/files.ts'
import type { Store } from '../store/store.ts'
import type { SharedLog, StreamLog } from '../streams/stream-log.ts'
import { AlcoveError } from '../../shared/errors.ts'
import type { ActiveRuns } from './active-runs.ts'
import type { AmountOf } from './amount-of.ts'
import type { AnswerLimits } from './limit-answer.ts'
import type { RunReader } from './runs.ts'
import type { Titles } from './titles.ts'
import type { UnreadRuns } from './unread-runs.ts'

export interface RunsSettings {
  readonly store: Store
  readonly log: StreamLog
  /** Where the processes of one database see each other's events; absent: in its checkpoints. */
  readonly shared?: SharedLog | undefined
  readonly assistants: Assistants
  readonly budgets: Budgets
  readonly room: MessageRoom
  readonly files: Pick<Files, 'discard' | 'find' | 'keep' | 'presignRead' | 'publicUrl' | 'read'>
  /** Names a thread from its first message. */
  readonly titles: Pick<Titles, 'titleLater'>
  /** A project's limit of size. */
  readonly amount: (projectId: string, name: AmountName) => number
  readonly now: () => Date
  readonly onError: (error: unknown) => void
}

/** What starting a run of any kind needs. */
export interface RunParts extends RunsSettings {
  readonly active: ActiveRuns
  readonly readerOf: (runId: string, after?: number) => RunReader
  readonly unread: UnreadRuns
}

/** What a call led to. */
export interface Started {
  readonly reader: RunReader
  /** Settles when the run that the call started has ended; absent when it started none. */
  readonly ended?: Promise<void>
}

export const amountsOf =
  ({ amount }: Pick<RunsSettings, 'amount'>, projectId: string): AmountOf =>
  (name) =>
    amount(projectId, name)

export const answerLimits = (amountOf: AmountOf): AnswerLimits => ({
  answerBytes: amountOf('answerBytes'),
  toolArgsBytes: amountOf('toolArgsBytes'),
  toolResultBytes: amountOf('toolResultBytes'),
})

/** @throws AlcoveError `not_found`. */
export async function requireAssistant(
  { assistants }: Pick<RunsSettings, 'assistants'>,
  projectId: string,
  assistantId: string,
): Promise<Assistant> {
  const assistant = await assistants.find(projectId, assistantId)
  if (assistant) return assistant
  throw new AlcoveError('not_found', 'Assistant not found')
}
