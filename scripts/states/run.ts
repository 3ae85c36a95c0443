import {
  beginRun,
  transition,
  type RunEvent,
  type RunState,
} from '../../server/runs/transitions.ts'
import { PROVIDER_TOTAL_TIMEOUT_MS } from '../../server/models/provider-limits.ts'
import { SAVE_RETRY_MS } from '../../server/runs/keep-run.ts'
import { RECONNECT_MS } from '../../server/store/database.ts'
import { ANSWER_TIMEOUT_MS } from '../../server/store/dialect-postgres.ts'
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
  'a chunk without visible content arrives': { type: 'chunk', chunk: { type: 'start-step' } },
  'a chunk with visible content arrives': {
    type: 'chunk',
    chunk: { type: 'text-delta', id: 'text', delta: 'There.' },
  },
  'the model sends its last word': { type: 'chunk', chunk: { type: 'finish' } },
  'the model’s stream is over': { type: 'over' },
  'a person stops it, here or at another server': { type: 'stop' },
  'the server shuts down, or an operator ends it': { type: 'interrupt' },
  'its user is erased, or another server declared it dead': { type: 'forget' },
  'the answer is saved': { type: 'saved' },
  'the row of another server stands': { type: 'superseded' },
  'the message is taken back': { type: 'taken back', removed: [] },
  'no write is pending': { type: 'left' },
  'the store could not write it': { type: 'failed', error: null },
}

const MODEL_END = {
  limits: { PROVIDER_TOTAL_TIMEOUT_MS },
  test: 'keeps the text before: %s',
}

/** The embedded database answers immediately; others have a limit per attempt. */
const STORE_END = {
  limits: { SAVE_RETRY_MS, RECONNECT_MS, ANSWER_TIMEOUT_MS },
  test: 'when no connection is free, writes are refused in the end, and the store recovers',
}

export const runTable: StateTable = {
  title: 'A run',
  file: 'server/runs/transitions.ts',
  states: Object.keys(STATES),
  end: 'ended',
  rests: {},
  ends: {
    silent: { event: 'the model’s stream is over', ...MODEL_END },
    speaking: { event: 'the model’s stream is over', ...MODEL_END },
    saving: { event: 'the store could not write it', ...STORE_END },
    'taking back': { event: 'the store could not write it', ...STORE_END },
    leaving: { event: 'the store could not write it', ...STORE_END },
  },
  events: Object.keys(EVENTS),
  ask(name, event) {
    const state = STATES[name]!
    const [next, effects] = transition(state, EVENTS[event]!)
    if (next === state && effects.length === 0) return null
    return { next: next.type, effects: effects.map(({ type }) => type) }
  },
}
