import { CALL_TIMEOUT_MS } from '../../widget/api/create-requests.ts'
import { STREAM_OPEN_TIMEOUT_MS } from '../../widget/api/open-stream.ts'
import { FOLLOW_OPEN_TIMEOUT_MS } from '../../widget/api/chat-calls.ts'
import { RETRIES_MAX, RETRY_MAX_MS } from '../../widget/api/backoff.ts'
import { STREAM_SILENCE_MAX_MS } from '../../widget/conversation/read-stream.ts'
import { RECONNECTING_AFTER_MS } from '../../widget/conversation/reconnect-turn.ts'
import {
  SEND_RETRIES,
  STOP_GRACE_MS,
  STOP_RETRIES_MAX,
  STOP_RETRY_MAX_MS,
} from '../../widget/conversation/turn-calls.ts'
import { createAssistantMessage, createUserMessage } from '../../shared/thread/message.ts'
import type { MessageStatus } from '../../shared/thread/message.ts'
import type {
  ConversationEvent,
  ConversationState,
  Turn,
} from '../../widget/conversation/conversation-state.ts'
import { transition } from '../../widget/conversation/transitions.ts'
import type { StateTable } from './state-table.ts'

const NOW = '2026-01-01T00:00:00.000Z'
const question = createUserMessage('question', NOW, 'Where is it?')

const answer = (text: string, status: MessageStatus) => ({
  ...createAssistantMessage('answer', NOW),
  content: text === '' ? [] : [{ type: 'text' as const, text }],
  status,
})

const turn: Turn = {
  kind: 'submit',
  question,
  answer: answer('', { type: 'running' }),
  replaced: null,
  outcomes: [],
  receipt: { taken() {}, refused() {}, returned() {} },
  requestId: 'call',
  isShown: true,
  isTaken: false,
  isTakenBack: false,
}
const sending = { type: 'sending', turn, isDispatched: true } as const

const STATES: Readonly<Record<string, ConversationState>> = {
  idle: { type: 'idle' },
  sending,
  streaming: { type: 'streaming', turn: { ...turn, isTaken: true } },
  lost: { type: 'lost', turn },
  stopping: { type: 'stopping', before: sending },
  waiting: { type: 'waiting' },
}

const { requestId } = turn
const ended = { requestId, type: 'ended', isReplacedThere: false, isLeft: false } as const
const waiting = answer('Which one?', { type: 'requires-action', reason: 'tool-calls' })
const whole = answer('There.', { type: 'complete', reason: 'stop' })
const nothing = answer('', { type: 'running' })

const EVENTS: Readonly<Record<string, ConversationEvent>> = {
  'a message is sent': { type: 'begin', turn },
  'an answer is found running': { type: 'begin', turn: { ...turn, kind: 'follow' } },
  'results of stopped calls are reported': { type: 'begin', turn: { ...turn, isStopped: true } },
  'a path is shown': { type: 'shown', last: whole },
  'a path with a waiting answer is shown': { type: 'shown', last: waiting },
  'the call leaves': { requestId, type: 'dispatched' },
  'a stream arrives': { requestId, type: 'opened' },
  'the answer grows': { requestId, type: 'drawn', message: whole },
  'its stream is lost for 2 s': { requestId, type: 'lost' },
  'its stream is found again': { requestId, type: 'found' },
  'a person stops it': { type: 'stop', canTell: true },
  'a person stops it, and no server can be notified': { type: 'stop', canTell: false },
  'the server stopped it': { requestId, type: 'stopped', turn, isRemoved: false },
  'the server stopped it and took the message back': {
    requestId,
    type: 'stopped',
    turn,
    isRemoved: true,
  },
  'the server could not be notified': { requestId, type: 'stop failed', error: null },
  'the server took the message back': { requestId, type: 'removed' },
  'the answer ends': { ...ended, end: { type: 'answered', answer: whole }, isQuestionKnown: true },
  'the answer ends and waits': {
    ...ended,
    end: { type: 'answered', answer: waiting },
    isQuestionKnown: true,
  },
  'it is ended before its first word': {
    ...ended,
    end: { type: 'aborted', answer: nothing },
    isQuestionKnown: false,
  },
  'no stream arrives': { ...ended, end: { type: 'refused', error: null }, isQuestionKnown: false },
  'only the server knows how it ended': {
    ...ended,
    end: { type: 'elsewhere', answer: whole },
    isQuestionKnown: true,
  },
  'the thread is left': {
    ...ended,
    isLeft: true,
    end: { type: 'aborted', answer: nothing },
    isQuestionKnown: false,
  },
}

export const conversationTable: StateTable = {
  title: 'A conversation',
  file: 'widget/conversation/transitions.ts',
  states: Object.keys(STATES),
  events: Object.keys(EVENTS),
  rests: {
    idle: 'a person writes',
    waiting: 'a person answers, or a tool of the page, which has a limit of its own',
  },
  ends: {
    sending: {
      event: 'no stream arrives',
      limits: { STREAM_OPEN_TIMEOUT_MS, SEND_RETRIES },
      test: 'gives a stream thirty seconds to open, and all the time to go on',
    },
    streaming: {
      event: 'its stream is lost for 2 s',
      limits: { STREAM_SILENCE_MAX_MS, RECONNECTING_AFTER_MS },
      test: 'an answer whose stream %s goes on from its last chunk',
    },
    lost: {
      event: 'the answer ends',
      limits: { RETRIES_MAX, RETRY_MAX_MS, FOLLOW_OPEN_TIMEOUT_MS },
      test: 'gives up after many tries, and then offers to try again',
    },
    // After the server was told to stop, the stream is closed after a short wait; otherwise the earlier state
    // continues.
    stopping: {
      event: 'the answer ends',
      limits: { STOP_GRACE_MS, STOP_RETRIES_MAX, STOP_RETRY_MAX_MS, CALL_TIMEOUT_MS },
      test: 'gives the stream a second to end after the server stopped',
    },
  },
  ask(name, event) {
    const state = STATES[name]!
    const [next, effects] = transition(state, EVENTS[event]!)
    if (next === state && effects.length === 0) return null
    return { next: next.type, effects: effects.map(({ type }) => type) }
  },
}
