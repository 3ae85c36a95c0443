/** What the frame in the panel is doing, whether the panel is open or not. */
export type FrameState =
  /** Nobody wanted the chat yet: nothing was asked of its server. */
  | 'idle'
  /** Frame and second file are asked for. */
  | 'loading'
  /** The frame's document is gone, or another one stands in its place. */
  | 'lost'
  /** It has proved who it is. */
  | 'ready'
  /** It said that its composer is usable. */
  | 'usable'
  /** It did not come, refused, or did not answer. */
  | 'failed'
  /** The second file did not come: whatever the frame says, nobody here can speak with it. */
  | 'broken'

/** Most events are what the frame is by then. */
export type FrameEvent =
  | Exclude<FrameState, 'idle' | 'loading'>
  /** A hand came near, or an answer ran on the page before. */
  | 'wanted'
  /** Somebody opened the panel, or asked to try again. */
  | 'open'

/** What is done on the way into a state, by the controller. The last two come with an error. */
export const EFFECTS = {
  loading: 'load the frame and the second file',
  ready: 'tell the frame whether the panel is open',
  usable: 'resolve the opening',
  failed: 'tell the page and reject the opening',
  broken: 'tell the page and reject the opening',
} as const satisfies { readonly [State in FrameState]?: string }

/** How it is done; what comes with an error is done for all errors alike. */
export type Effects = Record<Exclude<keyof typeof EFFECTS, 'failed' | 'broken'>, () => unknown> & {
  readonly [State in FrameState]?: () => unknown
}

/** The events that count in each state. In others they do nothing. */
const COUNTED: Readonly<Record<FrameState, readonly FrameEvent[]>> = {
  idle: ['wanted', 'open'],
  loading: ['ready', 'failed', 'broken'],
  lost: ['ready', 'failed', 'broken'],
  ready: ['lost', 'ready', 'usable', 'failed', 'broken'],
  usable: ['lost', 'ready', 'usable', 'failed'],
  // A frame that was given up may come after all.
  failed: ['open', 'ready', 'broken'],
  broken: ['open'],
}

/** The state after an event; none where it does nothing. */
export function nextState(state: FrameState, event: FrameEvent): FrameState | undefined {
  if (!COUNTED[state].includes(event)) return undefined
  return event === 'wanted' || event === 'open' ? 'loading' : event
}
