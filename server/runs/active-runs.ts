import type { RunQueries, Scope } from '../store/store.ts'
import type { DrivenRun } from './drive-run.ts'

/** Time after the last renewal of its lease after which a process counts as dead. */
export const RUN_LEASE_MS = 10_000
export const LEASE_RENEWAL_MS = 3_000
/** How often the process that drives a run checks whether a stop was requested. */
export const STOP_CHECK_MS = 300

/** A running answer, for callers that end it from outside. */
export interface RunningAnswer {
  /** The user who started it. */
  readonly scope: Scope
  /** Its current owner is looked up by this id; absent for an answer that its caller stores. */
  readonly threadId?: string
}

export interface StartedRun extends RunningAnswer {
  readonly id: string
  /** The thread, by row id and by the caller's own name for it; see {@link scopedKey}. */
  readonly threadKeys: readonly string[]
  /** The row id of its answer; absent for a run that saves nothing. */
  readonly messageId?: string
  /** The message that started it, by the caller's own names. */
  readonly turnKey: string
  readonly requestId: string | undefined
  readonly driven: DrivenRun
}

export interface ActiveRun extends StartedRun {
  /** Ids of the call that started it and of the calls that joined it, if they have one. */
  readonly requestIds: Set<string>
}

/** The lease of this process on its runs: other processes leave them alone until it expires. */
export interface Lease {
  readonly owner: string
  /** Expiry of a lease that is acquired or renewed now, as a timestamp. */
  readonly until: () => string
}

/** The runs that this process drives. Their leases are renewed while any of them is saved. */
export interface ActiveRuns {
  /** The run stays listed until it has ended. */
  add(run: StartedRun): void
  ofTurn(turnKey: string): ActiveRun | undefined
  /** With a `requestId`, only the run of that call. */
  inThread(threadKey: string, requestId: string | undefined): ActiveRun | undefined
  all(): readonly ActiveRun[]
  ids(): readonly string[]
  /** Resolves when all pending queries of this object have ended; never rejects. */
  answered(): Promise<void>
}

export interface ActiveRunsParts {
  readonly rows: Pick<RunQueries, 'renewLeases' | 'listStopped'>
  /** True if other processes use the same database: only they can end a run here, or ask for it. */
  readonly isShared: boolean
  readonly lease: Pick<Lease, 'until'>
  readonly onError: (error: unknown) => void
}

export function createActiveRuns({ rows, isShared, lease, onError }: ActiveRunsParts): ActiveRuns {
  const runs = new Map<string, ActiveRun>()
  let timers: readonly ReturnType<typeof setInterval>[] = []
  /** Queries to the store that are pending. */
  const questions = new Set<Promise<void>>()
  const find = (matches: (run: ActiveRun) => boolean) => [...runs.values()].find(matches)

  async function renewLeases(saved: readonly ActiveRun[]) {
    const open = new Set(await rows.renewLeases(idsOf(saved), lease.until()))
    // Another process took the run for dead, or its thread was removed: its further chunks are dropped.
    for (const run of saved) if (!open.has(run.id)) await run.driven.forget()
  }

  async function stopAsked(saved: readonly ActiveRun[]) {
    const asked = new Set(await rows.listStopped(idsOf(saved)))
    for (const run of saved) if (asked.has(run.id)) await run.driven.stop()
  }

  function every(ms: number, keep: (saved: readonly ActiveRun[]) => Promise<void>) {
    return setInterval(() => {
      const saved = [...runs.values()].filter(({ threadId }) => threadId !== undefined)
      const asked = keep(saved)
        .catch(onError)
        .finally(() => questions.delete(asked))
      questions.add(asked)
    }, ms)
  }

  return {
    add(run) {
      const { id, requestId } = run
      runs.set(id, { ...run, requestIds: new Set(requestId === undefined ? [] : [requestId]) })
      if (timers.length === 0) {
        const renewal = every(LEASE_RENEWAL_MS, renewLeases)
        timers = isShared ? [renewal, every(STOP_CHECK_MS, stopAsked)] : [renewal]
      }
      void run.driven.ended.then(() => {
        runs.delete(run.id)
        if (runs.size > 0) return
        for (const timer of timers) clearInterval(timer)
        timers = []
      })
    },
    ofTurn: (turnKey) => find((run) => run.turnKey === turnKey),
    inThread: (threadKey, requestId) =>
      find((run) => run.threadKeys.includes(threadKey) && isOfCall(run, requestId)),
    all: () => [...runs.values()],
    ids: () => [...runs.keys()],
    async answered() {
      await Promise.all(questions)
    },
  }
}

const idsOf = (runs: readonly ActiveRun[]): string[] => runs.map(({ id }) => id)

/** True if a stop of this call, or one that names no call, is about the run. */
export const isOfCall = (run: ActiveRun, requestId: string | undefined): boolean =>
  requestId === undefined || run.requestIds.size === 0 || run.requestIds.has(requestId)

/** Names given by callers are scoped to the caller: another caller may use the same name. */
export function scopedKey(scope: Scope, ...names: readonly string[]): string {
  return JSON.stringify([scope.projectId, scope.workspaceId, ...names])
}
