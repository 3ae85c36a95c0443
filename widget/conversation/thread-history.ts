import type { ExportedTree, TreeItem } from '../../shared/thread/message-tree.ts'
import type { Message } from '../../shared/thread/message.ts'
import type { Clock } from '../api/clock.ts'
import type { Cloud } from '../api/cloud.ts'
import type { MessagePage, StoredMessage } from '../api/message-calls.ts'
import { createHistory, type History } from './history.ts'
import type { OlderState, ThreadLog } from './thread-log.ts'

/** Delay between two background pages, so that the person's actions have precedence. */
export const IDLE_PAGE_DELAY_MS = 500
/** Maximum number of pages loaded in the background, the first one included. Older ones are loaded on demand. */
export const IDLE_PAGES_MAX = 25

export interface ThreadHistorySettings {
  readonly cloud: Pick<Cloud, 'messages'>
  readonly clock: Clock
  readonly log: ThreadLog
  /** True if a first page is shown and no first page is being loaded. */
  readonly isReady: () => boolean
  readonly host: { readonly isRunning: boolean }
  /** True if this browser stores messages, so that those without a row will get one. */
  readonly savesHere: boolean
}

/** The stored messages of one thread, newest first. */
export interface ThreadHistory {
  /** Shows the newest page in place of all messages, except unsent ones. */
  show(page: MessagePage): void
  /** Loads the page before the oldest loaded message. Calls during a load share it. Never rejects. */
  loadOlder(): Promise<void>
}

export function createThreadHistory(settings: ThreadHistorySettings): ThreadHistory {
  const { cloud, clock, log } = settings
  const { closing } = log
  const keyOf = (row: StoredMessage) => keyIn(log, row)
  let older: OlderState = 'none'
  let history: History = createHistory(keyOf)
  let after: string | null = null
  let pages = 0
  let cancelIdle = () => {}
  let loadingOlder = Promise.resolve()

  function setOlder(next: OlderState) {
    if (older === next) return
    older = next
    log.tell({ type: 'older', state: next })
  }

  function show(page: MessagePage) {
    cancelIdle()
    history = createHistory(keyOf)
    pages = 0
    const before = log.tree.path().filter(isWaiting)
    const items = take(page)
    // A message with a row has arrived: only the response to its call was lost.
    const hasArrived = ({ id }: Message) => log.rows.rowOf(id) !== undefined
    const waiting = before.filter((message) => !hasArrived(message))
    // All in one step: messages reported as removed are gone from the screen and do not return.
    log.reset(append(items, history.headId, waiting))
    for (const { id } of before.filter(hasArrived)) log.markUnsent(id, false)
  }

  async function loadOlderNow() {
    cancelIdle()
    setOlder('loading')
    const current = history
    try {
      const page = await cloud.messages(log.id, after, closing)
      // The thread was reloaded meanwhile.
      if (history !== current) return
      const oldTop = history.topId
      const items = take(page)
      log.graft([...items, ...moveNewRoots(log, oldTop, items)])
    } catch (error) {
      if (closing.aborted || history !== current) return
      setOlder('failed')
      log.fail('history', error)
    }
  }

  function loadOlder(): Promise<void> {
    const isWanted = older === 'more' || older === 'failed'
    if (settings.isReady() && isWanted) loadingOlder = loadOlderNow()
    return loadingOlder
  }

  function take(page: MessagePage): readonly TreeItem[] {
    noteRows(log, page.rows)
    const items = history.take(page)
    log.above = history.above
    pages += 1
    after = page.next
    const hasMore = page.next !== null && history.hasGrown
    setOlder(hasMore ? 'more' : 'none')
    if (hasMore && pages < IDLE_PAGES_MAX) loadWhenIdle()
    return items
  }

  function loadWhenIdle() {
    cancelIdle = clock.after(IDLE_PAGE_DELAY_MS, () => {
      if (closing.aborted) return
      if (settings.host.isRunning) loadWhenIdle()
      else void loadOlder()
    })
  }

  const isWaiting = ({ id }: Message): boolean =>
    log.unsent.has(id) || (settings.savesHere && log.rows.rowOf(id) === undefined)

  return { show, loadOlder }
}

/** Adds messages as one path below the loaded ones. */
function append(
  items: readonly TreeItem[],
  end: string | null,
  path: readonly Message[],
): ExportedTree {
  const added = path.map((message, index) => ({ message, parentId: path[index - 1]?.id ?? end }))
  return { headId: path.at(-1)?.id ?? end, messages: [...items, ...added] }
}

/** Moves messages written beside the first loaded message, so that they stay beside it, and after it. */
function moveNewRoots(
  { tree }: ThreadLog,
  top: string | null,
  items: readonly TreeItem[],
): readonly TreeItem[] {
  const place = items.findLast(({ message }) => message.id === top)
  if (!place || top === null) return []
  return tree.branches(top).flatMap((id) => {
    const message = tree.get(id)
    const isNew = message && id !== top && !items.some((item) => item.message.id === id)
    if (!isNew) return []
    return [
      { message, parentId: top },
      { message, parentId: place.parentId },
    ]
  })
}

function noteRows(log: ThreadLog, stored: readonly StoredMessage[]) {
  for (const row of stored) {
    log.rows.link(keyIn(log, row), row.id)
    if (row.externalId !== null) log.rows.note(row.externalId)
  }
}

/** Returns the id of a row's message, which stays the same during a session. */
function keyIn({ tree, rows }: ThreadLog, { id, externalId }: StoredMessage): string {
  const isOurs = externalId !== null && tree.get(externalId) !== undefined
  return rows.keyOf(id) ?? (isOurs ? externalId : id)
}
