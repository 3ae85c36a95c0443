// @vitest-environment node
import { expect, test } from 'vitest'
import { AlcoveError } from '../../shared/errors.ts'
import { createAssistantMessage, createUserMessage } from '../../shared/thread/message.ts'
import type { Message, MessageStatus } from '../../shared/thread/message.ts'
import type { ConversationEvent, ConversationState, Turn, TurnEvent } from './conversation-state.ts'
import { transition, TRANSITIONS } from './transitions.ts'

const NOW = '2026-11-21T00:00:00.000Z'
const question = createUserMessage('q', NOW, 'Where?')
const says = (text: string, status: MessageStatus): Message => ({
  ...createAssistantMessage('a', NOW),
  content: text === '' ? [] : [{ type: 'text', text }],
  status,
})
const turn: Turn = {
  kind: 'submit',
  question,
  answer: says('', { type: 'running' }),
  replaced: null,
  outcomes: [],
  requestId: 'r',
  isShown: true,
  isTaken: false,
  isTakenBack: false,
}
const sending: ConversationState = { type: 'sending', turn, isDispatched: true }
const streaming: ConversationState = { type: 'streaming', turn: { ...turn, isTaken: true } }
const lost: ConversationState = { type: 'lost', turn }

type Bare<Event> = Event extends unknown ? Omit<Event, 'requestId'> : never
const of = (event: Bare<TurnEvent>, requestId = 'r') => ({ ...event, requestId }) as TurnEvent

/** Applies events. Returns the names of the states on the way, and the effects of the last event. */
function walk(from: ConversationState, ...events: readonly ConversationEvent[]) {
  let state = from
  const path: string[] = []
  let effects: readonly string[] = []
  for (const event of events) {
    const [next, done] = transition(state, event)
    state = next
    effects = done.map(({ type }) => type)
    path.push(next.type)
  }
  return { path, effects, state }
}

const ended = (end: Extract<TurnEvent, { type: 'ended' }>['end'], isQuestionKnown = true) =>
  of({ type: 'ended', end, isQuestionKnown, isReplacedThere: false, isLeft: false })

const STOP: ConversationEvent = { type: 'stop', canTell: true }
const DONE = ended({
  type: 'answered',
  answer: says('There.', { type: 'complete', reason: 'stop' }),
})

test('a message is sent, its answer comes, is lost, found, and ends', () => {
  const { path, effects } = walk(
    { type: 'idle' },
    { type: 'begin', turn },
    of({ type: 'dispatched' }),
    of({ type: 'opened' }),
    of({ type: 'lost' }),
    of({ type: 'found' }),
    DONE,
  )
  expect(path).toEqual(['sending', 'sending', 'streaming', 'lost', 'streaming', 'idle'])
  expect(effects).toEqual(['draw', 'settle'])
})

test('an answer that wants something waits for it', () => {
  const reason = 'tool-calls'
  const waiting = says('Which?', { type: 'requires-action', reason })
  expect(walk(streaming, ended({ type: 'answered', answer: waiting })).state).toEqual({
    type: 'waiting',
  })
  // A stopped answer does not wait.
  const { path, effects } = walk(streaming, STOP, ended({ type: 'answered', answer: waiting }))
  expect([path, effects]).toEqual([
    ['stopping', 'idle'],
    ['draw', 'settle'],
  ])
})

test.each([
  ['before its first byte left', { ...sending, isDispatched: false }, true, 'abort'],
  ['on its way', sending, true, 'tell stop'],
  ['with an answer that comes', streaming, true, 'tell stop'],
  ['with a stream that is lost', lost, true, 'tell stop'],
  ['where no server can be told', streaming, false, 'abort'],
])('a turn %s is stopped', (_, state, canTell, effect) => {
  const { path, effects } = walk(state, { type: 'stop', canTell })
  expect([path, effects]).toEqual([['stopping'], [effect]])
})

test('a stop that failed leaves the answer as it was, which may be stopped again', () => {
  const failed = of({ type: 'stop failed', error: new AlcoveError('offline', 'No.') })
  for (const state of [sending, streaming, lost]) {
    const { path, effects, state: after } = walk(state, STOP, failed)
    expect([path, effects, after]).toEqual([['stopping', state.type], ['fail'], state])
  }
  // The answer continued meanwhile.
  const opened = walk(sending, STOP, of({ type: 'opened' }), failed)
  expect(opened.path).toEqual(['stopping', 'stopping', 'streaming'])
})

test('a second stop does nothing, but for a turn that only says what a stop came to', () => {
  expect(walk(streaming, STOP, STOP).effects).toEqual([])
  const stopped = { ...turn, kind: 'continue', isStopped: true } as const
  const { path, effects } = walk({ type: 'idle' }, { type: 'begin', turn: stopped }, STOP)
  expect([path, effects]).toEqual([['stopping', 'stopping'], ['abort']])
})

test('calls that come after a stop are not seen by tools', () => {
  const message = says('More', { type: 'running' })
  expect(walk(streaming, of({ type: 'drawn', message })).effects).toEqual(['observe', 'draw'])
  expect(walk(streaming, STOP, of({ type: 'drawn', message })).effects).toEqual(['draw'])
})

test('words that the server took back return to the composer, whenever that is known', () => {
  const cancelled = ended({ type: 'aborted', answer: says('', { type: 'running' }) })
  const back = ['remove', 'take back', 'settle']
  expect(walk(streaming, STOP, of({ type: 'removed' }), cancelled).effects).toEqual(back)
  const stopped = of({ type: 'stopped', turn, isRemoved: true })
  expect(walk(streaming, STOP, stopped, cancelled).effects).toEqual(back)
  // The turn was over before the server reported the stop.
  expect(walk({ type: 'idle' }, stopped).effects).toEqual(['nudge', 'remove', 'take back'])
  const kept = of({ type: 'stopped', turn, isRemoved: false })
  expect(walk({ type: 'idle' }, kept).effects).toEqual(['nudge'])
})

test('nothing of one turn reaches the next', () => {
  const late = [
    of({ type: 'opened' }, 'before'),
    of({ type: 'stop failed', error: 'x' }, 'before'),
    { ...DONE, requestId: 'before' },
  ]
  for (const event of late) {
    expect(transition(streaming, event)).toEqual([streaming, []])
  }
})

test('every state names what it does', () => {
  // Positive control for the drawing in the docs: a state without a row would be drawn as empty.
  for (const row of Object.values(TRANSITIONS)) expect(Object.keys(row)).not.toEqual([])
})
