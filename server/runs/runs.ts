import { setTimeout as delay } from 'node:timers/promises'
import { randomId } from '../../shared/ids.ts'
import type { ChatBody } from '../../shared/api/chat.ts'
import type { RunStreamBody } from '../../shared/api/runs.ts'
import type { FileOwner, Files } from '../files/files.ts'
import type { Budgets } from '../limits/budgets.ts'
import type { AmountName } from '../limits/limit-table.ts'
import type { MessageQuota } from '../limits/message-quota.ts'
import type { Assistants } from '../models/model.ts'
import type { Scope, Store } from '../store/store.ts'
import type { StreamLog } from '../streams/memory-log.ts'
import type { SharedLog } from '../streams/shared-log.ts'
import {
  createActiveRuns,
  RUN_LEASE_MS,
  scopedKey,
  type ActiveRuns,
  type RunningAnswer,
} from './active-runs.ts'
import { createChatCalls, type SubmitOptions } from './chat-calls.ts'
import {
  createFollowElsewhere,
  findElsewhere,
  followRun,
  type FollowRequest,
} from './follow-run.ts'
import { createRecovery } from './recover-runs.ts'
import { createRunDriver } from './run-driver.ts'
import { createReaderOf, forPublishedReaders, type RunReader } from './run-events.ts'
import { createSlots, type AnswerOptions } from './run-slot.ts'
import { startSaved } from './start-saved.ts'
import { startAnswer, startPreview, startUnsavedChat } from './start-unsaved.ts'
import { createEarlyStops, stopRun, type StopRequest } from './stop-run.ts'
import type { RemovedRow } from './transitions.ts'
import type { KeepFacts } from './keep-run.ts'
import type { Titles } from './titles.ts'
import { createUnreadRuns, holdOrEvict } from './unread-runs.ts'

export type { RunningAnswer } from './active-runs.ts'
export type { SubmitOptions } from './chat-calls.ts'
export type { FollowRequest } from './follow-run.ts'
export type { RunReader } from './run-events.ts'
export type { StopRequest } from './stop-run.ts'

/** Answers that are being made. A run belongs to the server, so it goes on when its reader leaves. */
export interface Runs {
  /**
   * Starts a run, or joins the run that the same message started. A call whose last message is a pending
   * answer continues it.
   *
   * @throws AlcoveError `run_active`, `conflict`, `invalid_request`, `idempotency_mismatch`, `not_found`,
   * `too_large`, and the errors of an upload for an inline file.
   */
  submit(owner: FileOwner, body: ChatBody, options: SubmitOptions): Promise<RunReader>
  /**
   * Starts an assistant's answer to messages that the caller stores itself. The answer ends when its reader
   * leaves.
   *
   * @throws AlcoveError `invalid_request`, `not_found`, `too_large`.
   */
  answer(owner: FileOwner, body: RunStreamBody, options: AnswerOptions): Promise<RunReader>
  /**
   * Answers a chat call of a preview with the given assistants and budgets; nothing is stored. The answer ends when its
   * reader leaves.
   *
   * @throws AlcoveError `invalid_request`, `not_found`, `too_large`, and those of the budgets.
   */
  preview(owner: FileOwner, body: ChatBody, options: PreviewOptions): Promise<RunReader>
  /**
   * The running answer of a thread, or an answer of a caller that stores its own rows and has not read it to
   * its end. `undefined` if there is none, and for a thread that is missing or belongs to another user.
   */
  follow(scope: Scope, request: FollowRequest): Promise<RunReader | undefined>
  /**
   * Stops a run and returns the rows that were removed. A stop that comes before its call is kept and wins.
   */
  stop(scope: Scope, request: StopRequest): Promise<readonly RemovedRow[]>
  /**
   * Ends all matching running answers of this process, and returns how many. `kept`: the answers so far are
   * saved, marked as interrupted; `forgotten`: nothing more is saved.
   */
  endWhere(
    matches: (run: RunningAnswer) => boolean | Promise<boolean>,
    fate: 'kept' | 'forgotten',
  ): Promise<number>
  /** Saves the abandoned runs of a crash. Returns how many there were. */
  recover(): Promise<number>
  /** Waits until the running answers end, at most `timeoutMs`, then interrupts and saves the rest. */
  drain(timeoutMs: number): Promise<void>
}

export interface PreviewOptions extends Pick<AnswerOptions, 'isPublic' | 'hold'> {
  readonly assistants: Assistants
  readonly budgets: Pick<Budgets, 'reserveAnswer'>
  /** Default: the assistant of chat calls. */
  readonly assistantId?: string | undefined
}

/** Time for an interrupted model to end its stream; after it, the whole reserve stays counted. */
const SILENCE_MS = 500

export interface RunsSettings {
  readonly store: Store
  readonly log: StreamLog
  /** Log in which the processes of one database see each other's events; absent: they use its checkpoints. */
  readonly shared?: SharedLog | undefined
  readonly assistants: Assistants
  readonly budgets: Budgets
  readonly quota: MessageQuota
  readonly files: Pick<Files, 'discard' | 'find' | 'keep' | 'presignRead' | 'publicUrl' | 'read'>
  /** Names a thread after its first message. */
  readonly titles: Pick<Titles, 'titleLater'>
  /** A project's limit of size. */
  readonly amount: (projectId: string, name: AmountName) => number
  /** Keeps facts of each saved answer. Absent: none are kept. */
  readonly keepFacts?: KeepFacts | undefined
  readonly now: () => Date
  readonly onError: (error: unknown) => void
}

/** The runs of this process, over a store that all processes share. */
export function createRuns(settings: RunsSettings): Runs {
  const { store, log, shared, assistants, budgets, quota, files, titles } = settings
  const { amount, now, onError } = settings
  const { isShared } = store
  const lease = {
    owner: randomId(24),
    until: () => new Date(now().getTime() + RUN_LEASE_MS).toISOString(),
  }
  const active = createActiveRuns({ rows: store.runs, isShared, lease, onError })
  const { owner } = lease
  const recovery = createRecovery({ store, shared, owner, driven: active.ids, now })
  const elsewhere = createFollowElsewhere({ store, shared, recovery, now, onError })
  const earlyStops = createEarlyStops({ runs: store.runs, isShared, now })
  const readerOf = createReaderOf(log)
  const unread = createUnreadRuns(readerOf)
  const slots = createSlots({ assistants, budgets, onError })
  const driver = createRunDriver({
    store,
    files,
    log,
    shared,
    active,
    lease,
    recovery,
    keepFacts: settings.keepFacts,
    now,
    onError,
  })
  const saved = { store, files, quota, titles, driver, amount, onError }
  const unsaved = { store, files, driver, unread, readerOf, amount }
  const calls = createChatCalls({
    active,
    earlyStops,
    unread,
    readerOf,
    async readElsewhere(caller, { body, turnKey }) {
      const run = await findElsewhere(store, caller, body.id)
      return run?.turnKey === turnKey ? elsewhere(run, 0) : undefined
    },
    startSaved: (call) => startSaved(saved, call),
    startUnsaved: (caller, call, slot, places) =>
      startUnsavedChat(unsaved, caller, call, slot, places),
    onError,
  })

  return {
    async submit(caller, body, options) {
      const { isOurs, hold, isPublic, address } = options
      const places = [scopedKey(caller, caller.userId), ...(address === undefined ? [] : [address])]
      const reader = await slots.run(
        caller,
        { hold: holdOrEvict(hold, unread, places), isPublic },
        (slot) => calls.start(caller, body, options, slot, places),
      )
      return isOurs ? reader : forPublishedReaders(reader)
    },
    answer: (caller, body, options) =>
      slots.run(caller, options, (slot) => startAnswer(unsaved, caller, body, slot)),
    preview: (caller, body, { isPublic, hold, assistantId, ...instead }) =>
      slots.run(caller, { isPublic, hold, instead }, (slot) =>
        startPreview(unsaved, caller, { body, assistantId }, slot),
      ),
    async follow(scope, request) {
      const parts = { store, active, unread, readerOf, elsewhere }
      const reader = await followRun(parts, scope, request)
      return reader && !request.isOurs ? forPublishedReaders(reader) : reader
    },
    stop: (scope, request) =>
      stopRun({ store, active, calls, earlyStops, recovery, now }, scope, request),
    async endWhere(matches, fate) {
      let count = 0
      for (const run of active.all()) {
        if (!(await matches(run))) continue
        await (fate === 'kept' ? run.driven.interrupt() : run.driven.forget())
        count += 1
      }
      return count
    },
    recover: recovery.recover,
    async drain(timeoutMs) {
      await drainRuns(active, timeoutMs)
      await Promise.all([slots.counted(), active.answered(), driver.settled()])
    },
  }
}

async function drainRuns(active: ActiveRuns, timeoutMs: number) {
  const runs = active.all().map((run) => run.driven)
  const late = AbortSignal.timeout(timeoutMs)
  const allEnded = Promise.all(runs.map((run) => run.ended))
  // Limit: DRAIN_MS of the server's stop, "a server whose database hangs ends in order, and soon".
  const timedOut = new Promise((resolve) => late.addEventListener('abort', resolve))
  await Promise.race([allEnded, timedOut])
  await Promise.all(runs.map((run) => run.interrupt()))
  // By then their models have ended, and their costs are known.
  await Promise.race([allEnded, delay(SILENCE_MS, undefined, { ref: false })])
}
