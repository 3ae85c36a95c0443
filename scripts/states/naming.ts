import { RETRIES_MAX, RETRY_MAX_MS } from '../../widget/api/backoff.ts'
import { CALL_TIMEOUT_MS } from '../../widget/api/create-requests.ts'
import type { Identity } from '../../widget/world/identity.ts'
import {
  COVER_DELAY_MS,
  transition,
  type NamingEvent,
  type NamingState,
} from '../../widget/world/naming.ts'
import type { StateTable } from './state-table.ts'

/** The table only depends on the presence of credentials, not on their content. */
const asked = {} as Identity

const STATES: Readonly<Record<string, NamingState>> = {
  settled: { type: 'settled' },
  asking: { type: 'asking', asked },
  covered: { type: 'covered', asked },
  refused: { type: 'refused', asked },
}

const EVENTS: Readonly<Record<string, NamingEvent>> = {
  'the page names a person, or the person tries again': { type: 'named', asked },
  'the page is about to name a person': { type: 'named', asked: null },
  'the answer takes longer than 300 ms': { type: 'slow' },
  'the server names the person who chats': { type: 'same' },
  'the server names another person': { type: 'other' },
  'the credentials are refused': { type: 'refused' },
  'the person signs out': { type: 'left' },
}

export const namingTable: StateTable = {
  title: 'A person who is named again',
  file: 'widget/world/naming.ts',
  states: Object.keys(STATES),
  events: Object.keys(EVENTS),
  rests: {
    settled: 'the person chats',
    refused: 'the person tries again, or the page names a person',
  },
  ends: {
    asking: {
      event: 'the answer takes longer than 300 ms',
      limits: { COVER_DELAY_MS },
      test: 'what is covered is uncovered by an answer alone',
    },
    covered: {
      event: 'the credentials are refused',
      limits: { CALL_TIMEOUT_MS, RETRIES_MAX, RETRY_MAX_MS },
      test: 'without a network all stays, covered, until the server can be asked',
    },
  },
  ask(name, event) {
    const state = STATES[name]!
    const [next, effects] = transition(state, EVENTS[event]!)
    if (next === state && effects.length === 0) return null
    return { next: next.type, effects }
  },
}
