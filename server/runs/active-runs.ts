import type { Scope } from '../store/store.ts'
import type { DrivenRun } from './drive-run.ts'

export interface StartedRun {
  readonly id: string
  /** Who started it. */
  readonly scope: Scope
  /** The thread, by row id and by the caller's own name for it; see {@link scopedKey}. */
  readonly threadKeys: readonly string[]
  /** The thread's row id, whoever has the thread by now; absent for a run that saves nothing. */
  readonly threadId?: string
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

/** The runs that this process drives. */
export interface ActiveRuns {
  /** Kept until the run has ended. */
  add(run: StartedRun): void
  ofTurn(turnKey: string): ActiveRun | undefined
  /** With a `requestId`, only the run of that call. */
  inThread(threadKey: string, requestId: string | undefined): ActiveRun | undefined
  all(): readonly ActiveRun[]
  ids(): readonly string[]
}

/** What is done every so often while anything runs. */
export interface Beat {
  readonly everyMs: number
  /** `runs`: those that are saved. */
  readonly run: (runs: readonly ActiveRun[]) => void
}

export function createActiveRuns(beats: readonly Beat[]): ActiveRuns {
  const runs = new Map<string, ActiveRun>()
  const saved = () => [...runs.values()].filter(({ threadId }) => threadId !== undefined)
  let timers: readonly ReturnType<typeof setInterval>[] = []
  const find = (matches: (run: ActiveRun) => boolean) => [...runs.values()].find(matches)

  return {
    add(run) {
      const { id, requestId } = run
      runs.set(id, { ...run, requestIds: new Set(requestId === undefined ? [] : [requestId]) })
      if (timers.length === 0) {
        timers = beats.map(({ everyMs, run: beat }) => setInterval(() => beat(saved()), everyMs))
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
  }
}

/** Whether a stop that names this call, or none, means the run. */
export const isOfCall = (run: ActiveRun, requestId: string | undefined): boolean =>
  requestId === undefined || run.requestIds.size === 0 || run.requestIds.has(requestId)

/** Names that callers give are theirs alone: the same name elsewhere is another thing. */
export function scopedKey(scope: Scope, ...names: readonly string[]): string {
  return JSON.stringify([scope.projectId, scope.workspaceId, ...names])
}
