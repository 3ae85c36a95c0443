import type { Store } from 'jotai/vanilla'
import type { PageEvent } from '../../shared/bridge/contract.ts'
import { messageText, type Message } from '../../shared/thread/message.ts'
import {
  shownThreadIdAtom,
  shownPathAtom,
  historyStateAtom,
  isRunningAtom,
  threadIdAtom,
} from '../conversation/atoms/conversations.ts'
import { messageAtom } from '../conversation/atoms/conversation-view.ts'
import { unreadCountAtom } from '../thread-list/atoms/unread.ts'

/** Tells the page what happens in the conversation: ids, lengths and times. Returns how to stop. */
export function tellPage(store: Store, tell: (event: PageEvent) => void): () => void {
  let slot = store.get(shownThreadIdAtom)
  let thread: string | null = null
  let known = new Set<string>()
  let startedAt: number | undefined
  let unread = 0

  const lastMessage = (): Message | undefined => {
    const id = store.get(shownPathAtom).at(-1)
    return id === undefined ? undefined : store.get(messageAtom(id))
  }

  function handleThread() {
    const shown = store.get(shownThreadIdAtom)
    const threadId = store.get(threadIdAtom)
    // What was there when it was opened is no news; a new one only learns its id.
    if (shown !== slot) known = new Set(store.get(shownPathAtom))
    if (shown === slot && threadId === thread) return
    slot = shown
    thread = threadId
    tell({ name: 'thread:change', detail: { threadId } })
  }

  function handlePath() {
    handleThread()
    const ids = store.get(shownPathAtom)
    const isLoaded = store.get(historyStateAtom) === 'ready'
    for (const id of ids) {
      if (known.has(id)) continue
      known.add(id)
      const message = store.get(messageAtom(id))
      // Whoever reads an older page of it sends nothing.
      if (!isLoaded || message?.role !== 'user' || id !== lastOf(ids, store)) continue
      const detail = {
        threadId: store.get(threadIdAtom),
        messageId: id,
        length: messageText(message).length,
        attachments: message.attachments?.length ?? 0,
      }
      tell({ name: 'message:sent', detail })
    }
  }

  function handleRun() {
    const isRunning = store.get(isRunningAtom)
    if (isRunning === (startedAt !== undefined)) return
    const threadId = store.get(threadIdAtom)
    if (isRunning) {
      startedAt = performance.now()
      tell({ name: 'response:start', detail: { threadId } })
      return
    }
    const ms = Math.round(performance.now() - (startedAt ?? 0))
    startedAt = undefined
    tell({ name: 'response:end', detail: { threadId, ms, outcome: outcomeOf(lastMessage()) } })
  }

  function handleUnread() {
    const count = store.get(unreadCountAtom)
    if (count === unread) return
    unread = count
    tell({ name: 'unread', detail: { count } })
  }

  const stops = [
    store.sub(shownThreadIdAtom, handleThread),
    store.sub(threadIdAtom, handleThread),
    store.sub(shownPathAtom, handlePath),
    store.sub(isRunningAtom, handleRun),
    store.sub(unreadCountAtom, handleUnread),
  ]
  known = new Set(store.get(shownPathAtom))
  handleThread()
  handleRun()
  handleUnread()
  return () => {
    for (const stop of stops) stop()
  }
}

/** The last of the user's messages: an answer may have begun behind it already. */
const lastOf = (ids: readonly string[], store: Store) =>
  ids.findLast((id) => store.get(messageAtom(id))?.role === 'user')

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
