import { atom } from 'jotai/vanilla'
import type { ShownProgress } from '../../../shared/bridge/tool-extras.ts'

/** `possible`: the page that ran the call is still open. */
export type UndoState = 'none' | 'possible' | 'running' | 'done' | 'failed'

/** State of a page tool's run besides its call, as long as this page is open. */
export interface ToolRunState {
  readonly progress?: ShownProgress | undefined
  readonly undo: UndoState
  /** Reason of the page why it could not be undone. */
  readonly problem?: string | undefined
  /** Undoes the run. Rejects with the page's error. */
  readonly takeBack?: (() => Promise<void>) | undefined
}

const NEW: ToolRunState = { undo: 'none' }

/** Names a run. Ids of calls repeat in other answers. */
export const nameRun = (messageId: string, toolCallId: string): string =>
  JSON.stringify([messageId, toolCallId])

const runsBaseAtom = atom<ReadonlyMap<string, ToolRunState>>(new Map())

/** By {@link nameRun}. */
export const toolRunsAtom = atom((get) => get(runsBaseAtom))

export const noteToolRunAtom = atom(
  null,
  (get, set, run: string, change: Partial<ToolRunState>) => {
    const runs = get(runsBaseAtom)
    set(runsBaseAtom, new Map(runs).set(run, { ...NEW, ...runs.get(run), ...change }))
  },
)

/** Called when the person changes. */
export const forgetToolRunsAtom = atom(null, (_get, set) => set(runsBaseAtom, new Map()))
