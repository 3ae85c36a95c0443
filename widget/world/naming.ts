import type { Identity } from './identity.ts'

/**
 * State of a naming: the page has named a person whom the server has not confirmed yet. `asked` are the latest
 * credentials; `null` while the page still looks them up.
 */
export type NamingState =
  | { readonly type: 'settled' }
  /** The conversation stays visible, since most pages only name the same person again. */
  | { readonly type: 'asking'; readonly asked: Identity | null }
  /** The answer takes longer: the conversation is covered. */
  | { readonly type: 'covered'; readonly asked: Identity | null }
  /** The credentials were refused. The conversation stays covered until others are accepted. */
  | { readonly type: 'refused'; readonly asked: Identity | null }

export type NamingEvent =
  /** The page named a person, or the person wants another try. */
  | { readonly type: 'named'; readonly asked: Identity | null }
  /** {@link COVER_DELAY_MS} have passed. */
  | { readonly type: 'slow' }
  /** The server named the current person. */
  | { readonly type: 'same' }
  /** The server named another person. */
  | { readonly type: 'other' }
  /** Page or server refused to name a person. */
  | { readonly type: 'refused' }
  /** The current person signed out, here or in another tab. */
  | { readonly type: 'left' }

export type NamingEffect =
  /** Makes calls wait, and distinguishes text entered from now on from earlier text. */
  | 'hold'
  | 'ask the server'
  /** Lets calls continue, with the new credentials. */
  | 'go on'
  /** Removes the person's data, except for text entered since. */
  | 'replace the person'
  /** Stops asking. */
  | 'give up'

/** Delay before the cover: a page that repeats its snippet is answered within it, so that nothing flashes. */
export const COVER_DELAY_MS = 300

type Transition = readonly [next: NamingState, effects: readonly NamingEffect[]]

const SETTLED = { type: 'settled' } as const

/** Returns the next state and effects of an event. The same state without effects: no change. */
export function transition(state: NamingState, event: NamingEvent): Transition {
  if (state.type === 'settled') {
    if (event.type !== 'named') return [state, []]
    const { asked } = event
    return [{ type: 'asking', asked }, asked ? ['hold', 'ask the server'] : ['hold']]
  }
  switch (event.type) {
    case 'named': {
      // A covered conversation stays covered: the next owner is still unknown.
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
