import { atom } from 'jotai/vanilla'
import type { ShownProgress } from '../../../shared/bridge/tool-extras.ts'

/** `possible`: the page that ran it still stands. */
export type UndoState = 'none' | 'possible' | 'running' | 'done' | 'failed'

/** What is known of a run of a page's tool besides its call, as long as this page stands. */
export interface ToolRunState {
  readonly progress?: ShownProgress | undefined
  readonly undo: UndoState
  /** Why it could not be undone, as the page says. */
  readonly problem?: string | undefined
  /** Rejects with what the page says. */
  readonly takeBack?: (() => Promise<void>) | undefined
}

const NEW: ToolRunState = { undo: 'none' }

/** Names of calls repeat in other answers. */
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

/** Somebody else is chatting. */
export const forgetToolRunsAtom = atom(null, (_get, set) => set(runsBaseAtom, new Map()))
