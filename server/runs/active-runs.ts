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

export interface ActiveRunsSettings {
  /** Called every so often while anything runs. */
  readonly renewLeases: (runIds: readonly string[]) => void
  readonly renewalMs: number
}

export function createActiveRuns({ renewLeases, renewalMs }: ActiveRunsSettings): ActiveRuns {
  const runs = new Map<string, ActiveRun>()
  let renewal: ReturnType<typeof setInterval> | undefined
  const find = (matches: (run: ActiveRun) => boolean) => [...runs.values()].find(matches)

  return {
    add(run) {
      const { id, requestId } = run
      runs.set(id, { ...run, requestIds: new Set(requestId === undefined ? [] : [requestId]) })
      renewal ??= setInterval(() => renewLeases([...runs.keys()]), renewalMs)
      void run.driven.ended.then(() => {
        runs.delete(run.id)
        if (runs.size > 0) return
        clearInterval(renewal)
        renewal = undefined
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
