import type { Identity } from './identity.ts'

/**
 * Whether the page has named somebody anew and the server has not said yet who that is. `asked` are the
 * credentials that were given last; `null` while the page's own side reads them.
 */
export type NamingState =
  | { readonly type: 'settled' }
  /** The conversation stays in sight: most pages only repeat themselves. */
  | { readonly type: 'asking'; readonly asked: Identity | null }
  /** It takes longer: the conversation is covered. */
  | { readonly type: 'covered'; readonly asked: Identity | null }
  /** The credentials did not do. All stays as it is, and covered, until others do. */
  | { readonly type: 'refused'; readonly asked: Identity | null }

export type NamingEvent =
  /** The page names somebody, or the person asks to try again. */
  | { readonly type: 'named'; readonly asked: Identity | null }
  /** {@link COVER_DELAY_MS} are over. */
  | { readonly type: 'slow' }
  /** The server named the person who chats. */
  | { readonly type: 'same' }
  /** The server named another person. */
  | { readonly type: 'other' }
  /** Page or server gave nobody's name. */
  | { readonly type: 'refused' }
  /** The person who chatted signed out, here or in another tab. */
  | { readonly type: 'left' }

export type NamingEffect =
  /** Calls wait, and what is put in from now on is told from what was there. */
  | 'hold'
  | 'ask the server'
  /** Calls go on, with the new credentials. */
  | 'go on'
  /** All of the person goes, but for what was put in since. */
  | 'replace the person'
  /** Nobody is asked about any more. */
  | 'give up'

/** A page that repeats its snippet is answered within this, so that nothing flashes. */
export const COVER_DELAY_MS = 300

type Transition = readonly [next: NamingState, effects: readonly NamingEffect[]]

const SETTLED = { type: 'settled' } as const

/** What an event does. Without effects and in the same state: nothing. */
export function transition(state: NamingState, event: NamingEvent): Transition {
  if (state.type === 'settled') {
    if (event.type !== 'named') return [state, []]
    const { asked } = event
    return [{ type: 'asking', asked }, asked ? ['hold', 'ask the server'] : ['hold']]
  }
  switch (event.type) {
    case 'named': {
      // What is covered stays so: it is not known yet for whom it would be uncovered.
      const type = state.type === 'asking' ? 'asking' : 'covered'
      return [{ type, asked: event.asked }, event.asked ? ['ask the server'] : []]
    }
    case 'slow':
      return state.type === 'asking' ? [{ ...state, type: 'covered' }, []] : [state, []]
    case 'same':
      return state.type === 'refused' ? [state, []] : [SETTLED, ['go on']]
    case 'other':
      return state.type === 'refused' ? [state, []] : [SETTLED, ['replace the person']]
    case 'refused':
      return [{ ...state, type: 'refused' }, []]
    case 'left':
      return [SETTLED, ['give up']]
    default:
      return event satisfies never
  }
}
