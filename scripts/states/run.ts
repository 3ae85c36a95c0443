import {
  beginRun,
  transition,
  type RunEvent,
  type RunState,
} from '../../server/runs/transitions.ts'
import type { StateTable } from './state-table.ts'

const STATES: Readonly<Record<string, RunState>> = {
  silent: beginRun(false),
  speaking: beginRun(true),
  saving: { type: 'saving', last: { type: 'finish' } },
  'taking back': { type: 'taking back' },
  leaving: { type: 'leaving' },
  ended: { type: 'ended' },
}

const EVENTS: Readonly<Record<string, RunEvent>> = {
  'a chunk comes that shows nothing': { type: 'chunk', chunk: { type: 'start-step' } },
  'a chunk comes that shows something': {
    type: 'chunk',
    chunk: { type: 'text-delta', id: 'text', delta: 'There.' },
  },
  'the model says its last word': { type: 'chunk', chunk: { type: 'finish' } },
  'the model’s stream is over': { type: 'over' },
  'somebody stops it, here or at another server': { type: 'stop' },
  'the server shuts down, or an operator ends it': { type: 'interrupt' },
  'its user is erased, or another server took it for dead': { type: 'forget' },
  'the answer is saved': { type: 'saved' },
  'what another server saved of it stands': { type: 'superseded' },
  'the message is taken back': { type: 'taken back', removed: [] },
  'nothing more is being written': { type: 'left' },
  'the store could not write it': { type: 'failed', error: null },
}

export const runTable: StateTable = {
  title: 'A run',
  file: 'server/runs/transitions.ts',
  states: Object.keys(STATES),
  end: 'ended',
  events: Object.keys(EVENTS),
  ask(name, event) {
    const state = STATES[name]!
    const [next, effects] = transition(state, EVENTS[event]!)
    if (next === state && effects.length === 0) return null
    return { next: next.type, effects: effects.map(({ type }) => type) }
  },
}
