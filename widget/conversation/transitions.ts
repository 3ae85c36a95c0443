import type { Message } from '../../shared/thread/message.ts'
import { hasContent } from './answer-status.ts'
import type {
  ConversationEvent,
  ConversationState,
  Effect,
  RunningState,
  Step,
  Turn,
  TurnEvent,
} from './conversation-state.ts'
import { draw, settleTurn, takeBack } from './settle-turn.ts'

type StateType = ConversationState['type']
type EventType = ConversationEvent['type']
type StateOf<Type extends StateType> = Extract<ConversationState, { type: Type }>
type EventOf<Type extends EventType> = Extract<ConversationEvent, { type: Type }>

type Table = {
  readonly [State in StateType]: {
    readonly [Event in EventType]?: (state: StateOf<State>, event: EventOf<Event>) => Step
  }
}

const IDLE: ConversationState = { type: 'idle' }
const WAITING: ConversationState = { type: 'waiting' }

const free = {
  begin: (_: ConversationState, { turn }: EventOf<'begin'>): Step => [
    beginningOf(turn),
    [...(turn.isShown ? [draw(turn, turn.answer)] : []), { type: 'run', turn }],
  ],
  shown: (_: ConversationState, { last }: EventOf<'shown'>): Step =>
    last?.status?.type === 'requires-action'
      ? [WAITING, [{ type: 'wait', answer: last }]]
      : [IDLE, []],
}

const running = {
  opened(state: RunningState): Step {
    const [turn, effects] = taken(state.turn)
    const isSending = state.type === 'sending'
    return [isSending ? { type: 'streaming', turn } : { ...state, turn }, effects]
  },
  ended: ({ turn }: RunningState, event: EventOf<'ended'>): Step => ended(turn, event, false),
}

const reading = {
  ...running,
  drawn(state: RunningState, { message }: EventOf<'drawn'>): Step {
    const [turn, effects] = drawn(state.turn, message)
    // The tools of a turn that began elsewhere may run there.
    const isOurs = turn.kind !== 'follow'
    return [
      { ...state, turn },
      [...(isOurs ? [{ type: 'observe', message } as const] : []), ...effects],
    ]
  },
  removed: (state: RunningState): Step => [takenBack(state), []],
  stop: (state: RunningState, { canTell }: EventOf<'stop'>): Step => stop(state, canTell),
}

/** Transitions of each event in each state. Missing events have no effect. */
export const TRANSITIONS: Table = {
  idle: free,
  waiting: free,
  sending: {
    ...running,
    dispatched: (state) => [{ ...state, isDispatched: true }, []],
    // Before the first byte has left, the server has nothing to stop.
    stop: (state, { canTell }) => stop(state, state.isDispatched && canTell),
  },
  streaming: {
    ...reading,
    lost: ({ turn }) => [{ type: 'lost', turn }, []],
  },
  lost: {
    ...reading,
    found: ({ turn }) => [{ type: 'streaming', turn }, []],
  },
  stopping: {
    opened({ before }) {
      const [turn, effects] = taken(before.turn)
      return [{ type: 'stopping', before: { type: 'streaming', turn } }, effects]
    },
    // Calls that arrive after a stop must not run.
    drawn({ before }, { message }) {
      const [turn, effects] = drawn(before.turn, message)
      return [{ type: 'stopping', before: { ...before, turn } }, effects]
    },
    lost: ({ before: { turn } }) => [{ type: 'stopping', before: { type: 'lost', turn } }, []],
    found: ({ before: { turn } }) => [
      { type: 'stopping', before: { type: 'streaming', turn } },
      [],
    ],
    removed: ({ before }) => [{ type: 'stopping', before: takenBack(before) }, []],
    // The turn only reports the outcomes of an earlier stop, so the server has nothing to stop.
    stop: (state) => [state, state.before.turn.isStopped ? [{ type: 'abort' }] : []],
    stopped: ({ before }, { isRemoved }) => [
      { type: 'stopping', before: isRemoved ? takenBack(before) : before },
      // A lost stream can be found again now, with its last chunks.
      [{ type: 'nudge' }, { type: 'abort', isGraceful: !isRemoved && !before.turn.isTakenBack }],
    ],
    // The answer continues, so the button must work again.
    'stop failed': ({ before }, { error }) => [before, [{ type: 'fail', during: 'stop', error }]],
    ended: ({ before }, event) => ended(before.turn, event, true),
  },
}

/** Returns the next state and the effects of an event. */
export function transition(state: ConversationState, event: ConversationEvent): Step {
  if ('requestId' in event && turnOf(state)?.requestId !== event.requestId) {
    return [state, lateEffects(event)]
  }
  // The table is typed per row, but the row is only known here.
  const row: Partial<Record<EventType, (state: never, event: never) => Step>> =
    TRANSITIONS[state.type]
  return row[event.type]?.(state as never, event as never) ?? [state, []]
}

export function turnOf(state: ConversationState): Turn | undefined {
  if (state.type === 'idle' || state.type === 'waiting') return undefined
  return state.type === 'stopping' ? state.before.turn : state.turn
}

/** True if the stream of its answer is lost, stopped or not. */
export const isLost = (state: ConversationState): boolean =>
  (state.type === 'stopping' ? state.before : state).type === 'lost'

/** Effects of an event whose turn is over. */
function lateEffects(event: TurnEvent): readonly Effect[] {
  if (event.type !== 'stopped') return []
  const { turn, isRemoved } = event
  return [{ type: 'nudge' }, ...(isRemoved ? takeBack(turn, true).effects : [])]
}

function beginningOf(turn: Turn): ConversationState {
  if (turn.kind === 'follow') return { type: 'streaming', turn }
  const sending = { type: 'sending', turn, isDispatched: false } as const
  return turn.isStopped ? { type: 'stopping', before: sending } : sending
}

const stop = (before: RunningState, tells: boolean): Step => [
  { type: 'stopping', before },
  [tells ? { type: 'tell stop', turn: before.turn } : { type: 'abort' }],
]

const taken = (turn: Turn): readonly [Turn, readonly Effect[]] => {
  const { receipt, isTaken } = turn
  const isNews = receipt !== undefined && !isTaken
  return [
    { ...turn, isTaken: true },
    isNews ? [{ type: 'receipt', receipt, news: { type: 'taken' } }] : [],
  ]
}

function drawn(before: Turn, message: Message): readonly [Turn, readonly Effect[]] {
  const turn = { ...before, isShown: before.isShown || hasContent(message) }
  return [turn, turn.isShown ? [draw(turn, message)] : []]
}

const takenBack = (state: RunningState): RunningState => ({
  ...state,
  turn: { ...state.turn, isTakenBack: true },
})

function ended(turn: Turn, event: EventOf<'ended'>, isStopping: boolean): Step {
  const { answer, effects } = settleTurn(turn, event, isStopping)
  return [
    answer?.status?.type === 'requires-action' ? WAITING : IDLE,
    event.isLeft ? effects : [...effects, { type: 'settle', turn }],
  ]
}
