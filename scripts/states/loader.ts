import { PANEL_TIMEOUT_MS } from '../../loader/controller.ts'
import { HELLO_TIMEOUT_MS } from '../../loader/panel/frame-link.ts'
import { CALL_TIMEOUT_MS } from '../../shared/bridge/channel.ts'
import { HANDSHAKE_TIMEOUT_MS } from '../../shared/bridge/handshake.ts'
import { EFFECTS, type FrameEvent, type FrameState, nextState } from '../../loader/transitions.ts'
import type { StateTable } from './state-table.ts'

const EVENTS: Readonly<Record<string, FrameEvent>> = {
  'a pointer comes near, or an answer ran on the previous page': 'wanted',
  'a person opens the panel, or tries again': 'open',
  'a document has painted the look and takes keys': 'shown',
  'the frame’s document is removed or replaced': 'lost',
  'a document proves that it is the frame': 'ready',
  'the frame reports that its composer is usable': 'usable',
  'the frame does not load, refuses or does not answer': 'failed',
  'the second file does not load': 'broken',
}

const STATES: readonly FrameState[] = [
  'idle',
  'loading',
  'shown',
  'joined',
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
  rests: {
    idle: 'nobody wanted the chat yet',
    usable: 'a person writes',
    failed: 'the card has a button, and the frame may still come',
    broken: 'the card has a button',
  },
  ends: {
    loading: {
      event: 'the frame does not load, refuses or does not answer',
      limits: { HELLO_TIMEOUT_MS, HANDSHAKE_TIMEOUT_MS, PANEL_TIMEOUT_MS },
      test: 'after five silent seconds the console says so once, and the frame has its thirty',
    },
    shown: {
      event: 'the frame does not load, refuses or does not answer',
      limits: { HELLO_TIMEOUT_MS, HANDSHAKE_TIMEOUT_MS, PANEL_TIMEOUT_MS },
      test: 'after five silent seconds the console says so once, and the frame has its thirty',
    },
    joined: {
      event: 'the frame does not load, refuses or does not answer',
      limits: { CALL_TIMEOUT_MS },
      test: 'a frame that proved itself and never becomes usable fails after the limit of a call',
    },
    lost: {
      event: 'the frame does not load, refuses or does not answer',
      limits: { HELLO_TIMEOUT_MS },
      test: 'hellos of documents without a load do not hide a dead one',
    },
    // An opening calls the frame with the time limit of a call; behind a closed panel no caller waits.
    ready: {
      event: 'the frame does not load, refuses or does not answer',
      limits: { CALL_TIMEOUT_MS },
      test: 'a frame that proved itself and never becomes usable fails after the limit of a call',
    },
  },
  events: Object.keys(EVENTS),
  ask(state, event) {
    const next = nextState(state as FrameState, EVENTS[event]!)
    if (!next) return null
    const effect = Object.entries(EFFECTS).find(([name]) => name === next)?.[1]
    return { next, effects: effect === undefined ? [] : [effect] }
  },
}
