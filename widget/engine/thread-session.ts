import { createMessageId } from '../../shared/ids.ts'
import { createUserMessage, type Feedback, type Message } from '../../shared/thread/message.ts'
import type { Clock } from '../cloud/clock.ts'
import type { Cloud, StoredMessage } from '../cloud/cloud.ts'
import { buildTree, loadHistory } from './history.ts'
import type { OutgoingMessage } from './outgoing-message.ts'
import type { Pace } from './pace.ts'
import type { ToolAnswer } from './tool-answer.ts'
import { createRowIds } from './row-ids.ts'
import type { FailedAction, HistoryState, ThreadChange } from './thread-change.ts'
import { createThreadLog } from './thread-log.ts'
import { createTurns } from './turns.ts'

export interface ThreadSessionSettings {
  readonly cloud: Cloud
  readonly clock: Clock
  readonly pace: Pace
  /** A row id, or a local one for a thread that the server does not know. */
  readonly threadId: string
  readonly isNew: boolean
  readonly onChange: (change: ThreadChange) => void
}

/** One thread as long as it is open. None of its functions throws. */
export interface ThreadSession {
  /** Loads the stored messages; those that were not sent stay. */
  load(): Promise<void>
  /** Loads the page before the oldest loaded message. */
  loadOlder(): Promise<void>
  /** False when nothing can be sent now: an answer runs, or the history is not there yet. */
  send(message: OutgoingMessage): boolean
  /** Sends a changed user message beside the old one. False like `send`, or when nothing changed. */
  edit(messageId: string, message: OutgoingMessage): boolean
  /** Makes an answer again beside the old one. Does nothing for other messages, or during a run. */
  reload(messageId: string): void
  /** Shows the path through a message. Does nothing during a run. */
  switchTo(messageId: string): void
  /** What a person decides about a call that waits; ignored when it does not. */
  answerTool(toolCallId: string, answer: ToolAnswer): void
  /** Remembered at once, and given back when it could not be saved. `null` takes it back. */
  giveFeedback(messageId: string, feedback: Feedback | null): void
  /** Stops the running answer. */
  stop(): void
  /** Sends an unsent user message, or makes an answer again beside the old one. */
  retry(messageId: string): void
  /** Lets everything go; nothing is told any more. The answer goes on at the server. */
  close(): void
}

export function createThreadSession(settings: ThreadSessionSettings): ThreadSession {
  const { cloud, clock } = settings
  const closing = new AbortController()
  const rowIds = createRowIds()
  const unsent = new Set<string>()
  const log = createThreadLog(tell)
  const turns = createTurns({
    ...settings,
    log,
    rowIds,
    closing: closing.signal,
    onChange: tell,
    onFailure: fail,
    markUnsent,
  })
  let history: HistoryState = settings.isNew ? 'ready' : 'idle'
  tell({ type: 'history', state: history })

  function tell(change: ThreadChange) {
    // Whoever listens has another thread by now, perhaps another person's.
    if (!closing.signal.aborted) settings.onChange(change)
  }

  function fail(during: FailedAction, error: unknown) {
    tell({ type: 'failure', during, error })
  }

  function markUnsent(id: string, isUnsent: boolean) {
    if (unsent.has(id) === isUnsent) return
    if (isUnsent) unsent.add(id)
    else unsent.delete(id)
    tell({ type: 'unsent', ids: new Set(unsent) })
  }

  function setHistory(state: HistoryState) {
    history = state
    tell({ type: 'history', state })
  }

  async function load() {
    if (history === 'loading' || turns.isRunning || closing.signal.aborted) return
    setHistory('loading')
    try {
      const loaded = await loadHistory(cloud, turns.threadId, closing.signal)
      const waiting = log.tree.path().filter(({ id }) => unsent.has(id))
      for (const row of loaded.rows) rowIds.link(keyOf(row), row.id)
      log.reset(buildTree(loaded, keyOf))
      waiting.forEach(keepUnsent)
      setHistory('ready')
    } catch (error) {
      if (closing.signal.aborted) return
      setHistory('failed')
      fail('history', error)
    }
  }

  /** A message keeps the id that it had in this session. */
  function keyOf({ id, externalId }: StoredMessage): string {
    const ours = externalId !== null && unsent.has(externalId) ? externalId : undefined
    return rowIds.keyOf(id) ?? ours ?? id
  }

  function keepUnsent(message: Message) {
    // It arrived after all: only the answer to the call was lost.
    if (rowIds.rowOf(message.id) !== undefined) markUnsent(message.id, false)
    else log.put(log.tree.headId, message)
  }

  return {
    load,
    // The owner of this file fills these in.
    loadOlder: () => Promise.resolve(),
    edit: () => false,
    reload() {},
    switchTo() {},
    answerTool() {},
    giveFeedback() {},
    send({ text }) {
      if (turns.isRunning || history !== 'ready' || closing.signal.aborted) return false
      const user = createUserMessage(createMessageId(), new Date(clock.now()).toISOString(), text)
      log.put(log.tree.headId, user)
      turns.submit(user)
      return true
    },
    stop: () => turns.stop(),
    retry(messageId) {
      if (turns.isRunning || closing.signal.aborted) return
      const message = log.tree.get(messageId)
      if (message?.role === 'user') turns.again(message)
      else if (message?.role === 'assistant') turns.regenerate(message)
    },
    close: () => closing.abort(),
  }
}
