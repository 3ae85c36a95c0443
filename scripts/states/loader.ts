import { EFFECTS, nextState, type FrameEvent, type FrameState } from '../../loader/transitions.ts'
import type { StateTable } from './state-table.ts'

const EVENTS: Readonly<Record<string, FrameEvent>> = {
  'a hand comes near, or an answer ran on the page before': 'wanted',
  'somebody opens the panel, or tries again': 'open',
  'its document is gone, or is another one': 'lost',
  'a document proves that it is the frame': 'ready',
  'it says that its composer is usable': 'usable',
  'it does not come, refuses or does not answer': 'failed',
  'the second file does not come': 'broken',
}

const STATES: readonly FrameState[] = [
  'idle',
  'loading',
  'lost',
  'ready',
  'usable',
  'failed',
  'broken',
]

export const loaderTable: StateTable = {
  title: 'The frame, as the page’s loader sees it',
  file: 'loader/transitions.ts',
  states: STATES,
  start: 'idle',
  events: Object.keys(EVENTS),
  ask(state, event) {
    const next = nextState(state as FrameState, EVENTS[event]!)
    if (!next) return null
    const effect = Object.entries(EFFECTS).find(([name]) => name === next)?.[1]
    return { next, effects: effect === undefined ? [] : [effect] }
  },
}
