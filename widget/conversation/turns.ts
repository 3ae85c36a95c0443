import { createMessageId } from '../../shared/ids.ts'
import { messageText, type Message } from '../../shared/thread/message.ts'
import type { Clock } from '../api/clock.ts'
import { isFailed } from './answer-status.ts'
import type { OwnWake } from '../api/backoff.ts'
import type {
  ConversationEvent,
  ConversationState,
  Effect,
  Turn,
  TurnEvent,
  TurnPlan,
} from './conversation-state.ts'
import type { Pace } from '../world/pace.ts'
import { readAnswer, type TurnEnd } from './read-answer.ts'
import type { ThreadLog } from './thread-log.ts'
import { isLost, transition, turnOf } from './transitions.ts'
import type { TurnStream } from './transport.ts'
import { STOP_GRACE_MS, type TurnCalls, type TurnStreams } from './turn-calls.ts'

/** Effects of a turn that concern the rest of its conversation. */
export type OuterEffect = Extract<
  Effect,
  { type: 'observe' | 'keep outcomes' | 'reload' | 'settle' | 'wait' }
>

export interface TurnsSettings {
  readonly calls: TurnCalls
  readonly log: ThreadLog
  readonly clock: Clock
  readonly wake: OwnWake
  readonly pace: Pace
  readonly host: TurnsHost
}

/** The parts of the conversation that its turns use. */
export interface TurnsHost {
  /** Performs an effect that concerns more than the turn. */
  perform(effect: OuterEffect): void
  /** Called when a turn begins, and when the last one is over. */
  noteRun(): void
}

/** The turns of one thread, one at a time. None of its functions throws. */
export interface Turns {
  readonly isRunning: boolean
  /** Begins a turn. Only while none runs. */
  begin(plan: TurnPlan): void
  /** Called when another path is shown, or loaded rows. */
  shown(): void
  stop(): void
}

type Bare<Event> = Event extends unknown ? Omit<Event, 'requestId'> : never

/** Performs the effects of the conversation's transitions. */
export function createTurns(settings: TurnsSettings): Turns {
  const { calls, log, clock, wake, host } = settings
  let state: ConversationState = { type: 'idle' }
  let abort = new AbortController()

  const isRunning = () => turnOf(state) !== undefined
  const isOf = (turn: Turn) => turnOf(state)?.requestId === turn.requestId

  function dispatch(event: ConversationEvent) {
    const wasLost = isLost(state)
    const [next, effects] = transition(state, event)
    state = next
    // A run is reported before its first change is shown, and its end after its last.
    if (isRunning()) host.noteRun()
    if (isLost(next) !== wasLost) log.tell({ type: 'reconnecting', isReconnecting: !wasLost })
    for (const effect of effects) perform(effect)
    if (event.type === 'opened') log.tell({ type: 'taken', what: 'message taken' })
    host.noteRun()
  }

  function perform(effect: Effect): void {
    switch (effect.type) {
      case 'run':
        return void run(effect.turn)
      case 'tell stop':
        return void tellStop(effect.turn)
      case 'abort':
        return endRun(effect.isGraceful === true)
      case 'nudge':
        return wake.nudge()
      case 'receipt':
        return give(effect)
      case 'draw':
      case 'remove':
      case 'take back':
      case 'mark unsent':
      case 'fail':
        return write(effect, log)
      default:
        return host.perform(effect)
    }
  }

  async function run(turn: Turn) {
    const { requestId } = turn
    abort = new AbortController()
    const note = (news: Bare<TurnEvent>) => dispatch({ ...news, requestId })
    const isStopping = () => state.type === 'stopping' && isOf(turn)
    const streams = calls.begin(turn, { aborted: abort.signal, isStopping, note })
    const publish = (message: Message) => note({ type: 'drawn', message })
    note(streams.end(await readTurn(turn, streams, settings, publish)))
  }

  async function tellStop(turn: Turn) {
    const { requestId } = turn
    try {
      const isRemoved = await calls.stop(turn, () => !isOf(turn))
      dispatch({ type: 'stopped', requestId, turn, isRemoved })
    } catch (error) {
      dispatch({ type: 'stop failed', requestId, error })
    }
  }

  function endRun(isGraceful: boolean) {
    const ended = abort
    if (isGraceful) clock.after(STOP_GRACE_MS, () => ended.abort())
    else ended.abort()
  }

  return {
    get isRunning() {
      return isRunning()
    },
    begin: (plan) => dispatch({ type: 'begin', turn: createTurn(plan, log) }),
    shown: () => dispatch({ type: 'shown', last: log.tree.path().at(-1) }),
    stop: () => dispatch({ type: 'stop', canTell: calls.canStop }),
  }
}

/** Reads a turn from its call to its end, through all its streams. Never rejects. */
async function readTurn(
  { kind, answer }: Turn,
  { signal, open, reconnect, saved, removed }: TurnStreams,
  { clock, wake, pace }: Pick<TurnsSettings, 'clock' | 'wake' | 'pace'>,
  publish: (message: Message) => void,
): Promise<TurnEnd> {
  let stream: TurnStream
  try {
    stream = await open()
  } catch (error) {
    return signal.aborted ? { type: 'aborted', answer } : { type: 'refused', error }
  }
  return readAnswer(stream, {
    clock,
    wake,
    pace,
    signal,
    answer,
    isLate: kind === 'follow',
    reconnect,
    publish,
    onStart: saved,
    onRemoved: removed,
  })
}

function createTurn(plan: TurnPlan, log: ThreadLog): Turn {
  const { replaced } = plan
  // The old answer stays visible, unless it had failed: then the new one is shown from the start.
  const isHidden = replaced !== null && !isFailed(replaced) && log.tree.get(replaced.id)
  const requestId = createMessageId()
  return { ...plan, requestId, isShown: !isHidden, isTaken: false, isTakenBack: false }
}

type EffectOf<Type extends Effect['type']> = Extract<Effect, { type: Type }>

function give({ receipt, news }: EffectOf<'receipt'>) {
  if (news.type === 'refused') receipt.refused(news.error)
  else receipt[news.type]()
}

/** Performs the visible effects of a turn in its thread. */
function write(
  effect: EffectOf<'draw' | 'remove' | 'take back' | 'mark unsent' | 'fail'>,
  log: ThreadLog,
): void {
  switch (effect.type) {
    case 'draw':
      return log.put(effect.parentId, effect.message)
    case 'remove':
      return log.remove(effect.id)
    case 'take back':
      return takeBack(effect, log)
    case 'mark unsent':
      return log.markUnsent(effect.id, true)
    case 'fail':
      return log.fail(effect.during, effect.error)
    default:
      return effect satisfies never
  }
}

function takeBack({ question, isGivenBack }: EffectOf<'take back'>, log: ThreadLog) {
  if (!log.tree.get(question.id)) return
  log.remove(question.id)
  if (!isGivenBack) return
  const draft = { text: messageText(question), attachments: question.attachments ?? [] }
  log.tell({ type: 'draft-returned', messageId: question.id, draft })
}
