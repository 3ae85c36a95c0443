import type { RunQueries, Scope } from '../store/store.ts'
import type { DrivenRun } from './drive-run.ts'

/** A process that dies is known dead this long after it renewed its lease for the last time. */
export const RUN_LEASE_MS = 10_000
export const LEASE_RENEWAL_MS = 3_000
/** The process that drives a run looks this often whether it was asked to stop. */
export const STOP_CHECK_MS = 300

/** A running answer, for whoever ends it from outside. */
export interface RunningAnswer {
  /** Who started it. */
  readonly scope: Scope
  /** Whoever has the thread by now; absent for an answer that its caller stores. */
  readonly threadId?: string
}

export interface StartedRun extends RunningAnswer {
  readonly id: string
  /** The thread, by row id and by the caller's own name for it; see {@link scopedKey}. */
  readonly threadKeys: readonly string[]
  /** The row id that its answer gets; absent for a run that saves nothing. */
  readonly messageId?: string
  /** The message that started it, by the caller's own names. */
  readonly turnKey: string
  readonly requestId: string | undefined
  readonly driven: DrivenRun
}

export interface ActiveRun extends StartedRun {
  /** Of the call that started it and of those that joined it, as far as they have one. */
  readonly requestIds: Set<string>
}

/** By what this process holds its runs: others leave them alone until the lease is over. */
export interface Lease {
  readonly owner: string
  /** As a timestamp, of a lease that is taken or renewed now. */
  readonly until: () => string
}

/** The runs that this process drives. While there are any that are saved, it keeps their leases. */
export interface ActiveRuns {
  /** Kept until the run has ended. */
  add(run: StartedRun): void
  ofTurn(turnKey: string): ActiveRun | undefined
  /** With a `requestId`, only the run of that call. */
  inThread(threadKey: string, requestId: string | undefined): ActiveRun | undefined
  all(): readonly ActiveRun[]
  ids(): readonly string[]
  /** Settles when the store has answered all that it was asked here; never fails. */
  answered(): Promise<void>
}

export interface ActiveRunsParts {
  readonly rows: Pick<RunQueries, 'renewLeases' | 'listStopped'>
  /** Whether other processes have the same database: only they can end a run here, or ask for it. */
  readonly isShared: boolean
  readonly lease: Pick<Lease, 'until'>
  readonly onError: (error: unknown) => void
}

export function createActiveRuns({ rows, isShared, lease, onError }: ActiveRunsParts): ActiveRuns {
  const runs = new Map<string, ActiveRun>()
  let timers: readonly ReturnType<typeof setInterval>[] = []
  /** What the store has not answered yet. */
  const questions = new Set<Promise<void>>()
  const find = (matches: (run: ActiveRun) => boolean) => [...runs.values()].find(matches)

  async function renewLeases(saved: readonly ActiveRun[]) {
    const open = new Set(await rows.renewLeases(idsOf(saved), lease.until()))
    // Taken for dead by another process, or gone with its thread: what comes now is for nobody.
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

/** Whether a stop that names this call, or none, means the run. */
export const isOfCall = (run: ActiveRun, requestId: string | undefined): boolean =>
  requestId === undefined || run.requestIds.size === 0 || run.requestIds.has(requestId)

/** Names that callers give are theirs alone: the same name elsewhere is another thing. */
export function scopedKey(scope: Scope, ...names: readonly string[]): string {
  return JSON.stringify([scope.projectId, scope.workspaceId, ...names])
}
