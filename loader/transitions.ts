/** State of the frame in the panel, whether the panel is open or not. */
export type FrameState =
  /** The chat was not used yet, and no request was sent. */
  | 'idle'
  /** Frame and second file are loading. */
  | 'loading'
  /** The frame's document has painted the look and takes keys. Its app is loading. */
  | 'shown'
  /** The handshake succeeded in a document that is shown. */
  | 'joined'
  /** The frame's document was unloaded, or another one was loaded in its place. */
  | 'lost'
  /** The handshake succeeded. */
  | 'ready'
  /** The frame has reported that its composer is usable. */
  | 'usable'
  /** The frame did not load, refused, or did not answer. */
  | 'failed'
  /** The second file did not load, so the frame cannot be used. */
  | 'broken'

/** Most events are named after the frame's next state. */
export type FrameEvent =
  | Exclude<FrameState, 'idle' | 'loading' | 'joined'>
  /** The visitor came near the launcher, or an answer ran on the previous page. */
  | 'wanted'
  /** The panel was opened, or a retry was requested. */
  | 'open'

/** Effects on entering a state, run by the controller. The last two come with an error. */
export const EFFECTS = {
  loading: 'load the frame and the second file',
  shown: 'resolve the opening, and give the field the focus',
  joined: 'tell the frame whether the panel is open',
  ready: 'tell the frame whether the panel is open',
  usable: 'resolve the opening',
  failed: 'tell the page and reject the opening',
  broken: 'tell the page and reject the opening',
} as const satisfies { readonly [State in FrameState]?: string }

/** Implementations of the effects; effects with an error are the same for all errors. */
export type Effects = Record<Exclude<keyof typeof EFFECTS, 'failed' | 'broken'>, () => unknown> & {
  readonly [State in FrameState]?: () => unknown
}

/** Events that count in each state. All others do nothing. */
const COUNTED: Readonly<Record<FrameState, readonly FrameEvent[]>> = {
  idle: ['wanted', 'open'],
  loading: ['shown', 'ready', 'failed', 'broken'],
  // Its end is noticed by the document that follows, or by the time limit.
  shown: ['shown', 'ready', 'failed', 'broken'],
  joined: ['lost', 'ready', 'usable', 'failed', 'broken'],
  lost: ['shown', 'ready', 'failed', 'broken'],
  ready: ['lost', 'ready', 'usable', 'failed', 'broken'],
  usable: ['lost', 'ready', 'usable', 'failed'],
  // A frame may still load after its time limit.
  failed: ['open', 'ready', 'broken'],
  broken: ['open'],
}

/** The state after an event; undefined if the event does nothing. */
export function nextState(state: FrameState, event: FrameEvent): FrameState | undefined {
  if (!COUNTED[state].includes(event)) return undefined
  if (event === 'ready' && (state === 'shown' || state === 'joined')) return 'joined'
  return event === 'wanted' || event === 'open' ? 'loading' : event
}
