import type { Store } from 'jotai/vanilla'
import type { PageEvent } from '../../shared/bridge/page-event.ts'
import type { JsonObject } from '../../shared/json.ts'
import { messageText, type Message, type MessagePart } from '../../shared/thread/message.ts'
import { shownTrayAtom } from '../composer/atoms/shown-trays.ts'
import {
  shownThreadIdAtom,
  shownPathAtom,
  historyStateAtom,
  isRunningAtom,
  threadIdAtom,
} from '../conversation/atoms/conversations.ts'
import { feedbackNewsAtom } from '../conversation/atoms/feedback.ts'
import { messageAtom } from '../conversation/atoms/conversation-view.ts'
import { isReadByPageAtom, lastMessageIdAtom } from '../conversation/atoms/thread.ts'
import { humanRequestsAtom } from '../conversation/atoms/tools.ts'
import { shownQueueAtom } from '../conversation/atoms/queued.ts'
import { connectionAtom } from '../world/connection.ts'
import { currentAuthErrorAtom } from '../world/failures.ts'
import { ownerPressAtom } from '../world/owner-actions.ts'
import { threadTitleAtom } from '../thread-list/atoms/thread-list-facts.ts'
import { follow } from './follow-atom.ts'
import { unreadCountAtom } from '../thread-list/atoms/unread.ts'

export type Emit = (event: PageEvent) => void

/**
 * Reports the conversation's events to the page: ids, lengths and times, and text only if the person was told that
 * the page reads it. Returns the function that stops this.
 */
export function emitPageEvents(store: Store, emit: Emit): () => void {
  const stops = [emitMessages, emitThread, emitToolCalls, emitFacts].map((part) =>
    part(store, emit),
  )
  return () => {
    for (const stop of stops.flat()) stop()
  }
}

/** Text for a page that may read the conversation. */
const contentOf = ({ get }: Store, content: JsonObject): JsonObject =>
  get(isReadByPageAtom) ? { content } : {}

/** Reports the person's messages and their answers. */
function emitMessages(store: Store, emit: Emit) {
  const { get } = store
  let slot = get(shownThreadIdAtom)
  let known = new Set<string>()
  let startedAt: number | undefined

  const lastMessage = (): Message | undefined => {
    const id = get(shownPathAtom).at(-1)
    return id === undefined ? undefined : get(messageAtom(id))
  }
  const describe = (message: Message) => ({
    threadId: get(threadIdAtom),
    messageId: message.id,
    length: messageText(message).length,
    ...contentOf(store, { text: messageText(message) }),
  })

  function handlePath() {
    const shown = get(shownThreadIdAtom)
    // Messages that exist when the conversation is opened are not news.
    if (shown !== slot) known = new Set(get(shownPathAtom))
    slot = shown
    const ids = get(shownPathAtom)
    const isLoaded = get(historyStateAtom) === 'ready'
    for (const id of ids) {
      if (known.has(id)) continue
      known.add(id)
      const message = get(messageAtom(id))
      // Loading an older page of the history sends nothing.
      if (!isLoaded || message?.role !== 'user' || id !== lastOf(ids, store)) continue
      const attachments = message.attachments?.length ?? 0
      emit({ name: 'message:sent', detail: { ...describe(message), attachments } })
    }
  }

  function handleRun() {
    const isRunning = get(isRunningAtom)
    if (isRunning === (startedAt !== undefined)) return
    const threadId = get(threadIdAtom)
    if (isRunning) {
      startedAt = performance.now()
      emit({ name: 'response:start', detail: { threadId } })
      return
    }
    const ms = Math.round(performance.now() - (startedAt ?? 0))
    startedAt = undefined
    const answer = lastMessage()
    const outcome = outcomeOf(answer)
    if (answer?.role === 'assistant') emit({ name: 'message:received', detail: describe(answer) })
    if (outcome === 'stopped') emit({ name: 'response:stopped', detail: { threadId } })
    if (outcome === 'failed') emit({ name: 'response:error', detail: { threadId } })
    emit({ name: 'response:end', detail: { threadId, ms, outcome } })
  }

  known = new Set(get(shownPathAtom))
  handleRun()
  return [
    store.sub(shownThreadIdAtom, handlePath),
    store.sub(shownPathAtom, handlePath),
    store.sub(isRunningAtom, handleRun),
    follow(store, shownQueueAtom, (queue, before) => {
      for (const { id, error } of queue) {
        const was = before.find((other) => other.id === id)
        if (!was) emit({ name: 'message:queued', detail: { messageId: id } })
        if (error && !was?.error)
          emit({ name: 'message:failed', detail: { messageId: id, code: error.code } })
      }
    }),
  ]
}

/** Reports which conversation is shown, and its title. */
function emitThread(store: Store, emit: Emit) {
  const { get } = store
  let slot = get(shownThreadIdAtom)
  let thread: string | null = null

  function handleThread() {
    const shown = get(shownThreadIdAtom)
    const threadId = get(threadIdAtom)
    if (shown === slot && threadId === thread) return
    const isCreated = shown === slot && thread === null && get(isRunningAtom)
    slot = shown
    thread = threadId
    emit({ name: 'thread:change', detail: { threadId } })
    if (isCreated) emit({ name: 'thread:create', detail: { threadId } })
  }

  handleThread()
  return [
    store.sub(shownThreadIdAtom, handleThread),
    store.sub(threadIdAtom, handleThread),
    follow(store, historyStateAtom, (state, before) => {
      const threadId = get(threadIdAtom)
      if (state === 'ready' && before === 'loading' && threadId !== null)
        emit({ name: 'thread:load', detail: { threadId } })
    }),
    follow(store, threadTitleAtom, (title) => {
      if (title === null) return
      const detail = { threadId: get(threadIdAtom), ...contentOf(store, { title }) }
      emit({ name: 'thread:title', detail })
    }),
  ]
}

type ToolCall = Extract<MessagePart, { type: 'tool-call' }>

/** Reports tool calls of the running answer by name, including those of the server's tools. */
function emitToolCalls(store: Store, emit: Emit) {
  const { get } = store
  const states = new Map<string, string>()
  let stopLast = () => {}

  function handleCall({ toolCallId: callId, toolName: tool, state }: ToolCall, isNews: boolean) {
    const name = EVENT_OF_STATE[state]
    if (name === undefined || states.get(callId) === name) return
    states.set(callId, name)
    if (isNews) emit({ name, detail: { tool, callId } })
  }

  function handleMessage(isNews: boolean) {
    const id = get(lastMessageIdAtom)
    const message = id === undefined ? undefined : get(messageAtom(id))
    if (message?.role !== 'assistant') return
    for (const part of message.content) if (part.type === 'tool-call') handleCall(part, isNews)
  }

  function handleLast() {
    stopLast()
    const id = get(lastMessageIdAtom)
    if (id === undefined) return
    // Tool calls of earlier answers are not news.
    handleMessage(get(isRunningAtom))
    stopLast = store.sub(messageAtom(id), () => handleMessage(true))
  }

  handleLast()
  return [
    store.sub(lastMessageIdAtom, handleLast),
    () => stopLast(),
    // Approval of a page tool is asked by the page, not shown in the message.
    follow(store, humanRequestsAtom, (requests, before) => {
      for (const { toolCallId: callId, toolName: tool, kind } of requests)
        if (kind === 'approval' && before.every((other) => other.toolCallId !== callId))
          emit({ name: 'tool:approval', detail: { tool, callId } })
    }),
  ]
}

const EVENT_OF_STATE: Readonly<Partial<Record<string, PageEvent['name']>>> = {
  'input-available': 'tool:call',
  'approval-requested': 'tool:approval',
  'output-available': 'tool:result',
  'output-error': 'tool:error',
  'output-denied': 'tool:error',
}

/** Reports facts outside of the conversation. */
function emitFacts(store: Store, emit: Emit) {
  const emitUnread = (count: number) => emit({ name: 'unread', detail: { count } })
  const emitConnection = (state: string) => emit({ name: 'connection', detail: { state } })
  // New listeners assume zero unread and a working connection, so only other values are reported.
  if (store.get(unreadCountAtom) > 0) emitUnread(store.get(unreadCountAtom))
  if (store.get(connectionAtom) === 'offline') emitConnection('offline')
  return [
    follow(store, unreadCountAtom, emitUnread),
    follow(store, connectionAtom, emitConnection),
    follow(store, feedbackNewsAtom, (news) => {
      if (!news) return
      const { messageId, feedback } = news
      const comment = feedback?.comment
      const content = comment === undefined ? {} : contentOf(store, { comment })
      emit({ name: 'feedback', detail: { messageId, value: feedback?.type ?? null, ...content } })
    }),
    follow(store, ownerPressAtom, (press) => press && emit({ name: 'action', detail: press })),
    follow(store, currentAuthErrorAtom, (error) => {
      if (error) emit({ name: 'auth:error', detail: { code: error.code } })
    }),
    follow(store, shownTrayAtom, ({ items }, before) => {
      for (const { id, status, size, contentType, name } of items) {
        const was = before.items.find((other) => other.id === id)
        const detail = { size, type: contentType, ...contentOf(store, { name }) }
        if (!was) emit({ name: 'attachment:add', detail })
        if (status.type === 'incomplete' && was?.status.type !== 'incomplete')
          emit({ name: 'attachment:error', detail })
      }
    }),
  ]
}

/** The last user message: an answer may already follow it. */
const lastOf = (ids: readonly string[], { get }: Store) =>
  ids.findLast((id) => get(messageAtom(id))?.role === 'user')

function outcomeOf(message: Message | undefined): 'complete' | 'stopped' | 'failed' | 'waiting' {
  const status = message?.role === 'assistant' ? message.status : undefined
  if (status === undefined) return 'stopped'
  if (status.type === 'requires-action') return 'waiting'
  if (status.type !== 'incomplete') return 'complete'
  return status.reason === 'error'
    ? 'failed'
    : status.reason === 'cancelled'
      ? 'stopped'
      : 'complete'
}
