import { AlcoveError } from '../../shared/errors.ts'
import type { JsonValue } from '../../shared/json.ts'
import {
  createMessageTree,
  type ExportedTree,
  type MessageTree,
  type TreeItem,
} from '../../shared/thread/message-tree.ts'
import type { Message } from '../../shared/thread/message.ts'
import type { Capabilities } from './capabilities.ts'
import type { FailedAction } from '../world/failed-action.ts'
import type { OutgoingMessage } from './outgoing-message.ts'
import { createBranchReports } from './branch-reports.ts'
import { mayMoveMemory, memoryBegin } from './memory-begin.ts'
import { createRowIds, type RowIds } from './row-ids.ts'

/** `more`: older messages can be loaded; `none`: the first message is there. */
export type OlderState = 'none' | 'more' | 'loading' | 'failed'
export type HistoryState = 'idle' | 'loading' | 'ready' | 'failed'

/** A message that was taken back. */
export interface ReturnedDraft {
  /** Id of the removed message. */
  readonly messageId: string
  readonly draft: OutgoingMessage
}

/** Changes that a conversation reports. Each has the whole new value of one fact. */
export type ThreadChange =
  /** Ids of the shown path, first to last. */
  | { readonly type: 'path'; readonly ids: readonly string[] }
  | { readonly type: 'message'; readonly message: Message }
  | { readonly type: 'message-removed'; readonly id: string }
  /** The first message that the model remembers; `null`: it remembers all. */
  | { readonly type: 'memory'; readonly beginsAt: string | null }
  /** The message and its siblings, oldest first. Reported if there are several, or if there were. */
  | { readonly type: 'branches'; readonly id: string; readonly ids: readonly string[] }
  | { readonly type: 'run'; readonly isRunning: boolean }
  /** The stream of the running answer has been lost for some time, or is found again. */
  | { readonly type: 'reconnecting'; readonly isReconnecting: boolean }
  | { readonly type: 'capabilities'; readonly capabilities: Capabilities }
  | { readonly type: 'history'; readonly state: HistoryState }
  /** State of the messages before the loaded ones. */
  | { readonly type: 'older'; readonly state: OlderState }
  /** User messages that the server did not accept. */
  | { readonly type: 'unsent'; readonly ids: ReadonlySet<string> }
  /** The server's id of the thread. */
  | { readonly type: 'thread'; readonly id: string }
  /** The text of a message that belongs in the composer again. */
  | ({ readonly type: 'draft-returned' } & ReturnedDraft)
  /** All questions of the page's tools to the person. */
  | { readonly type: 'human-requests'; readonly requests: readonly HumanRequest[] }
  | { readonly type: 'failure'; readonly during: FailedAction; readonly error: unknown }
  /** The server accepted a call that an earlier failure may have blocked. */
  | { readonly type: 'taken'; readonly what: 'message taken' | 'message saved' | 'rating saved' }

/** A question of the page's tool to the person. */
export interface HumanRequest {
  /** `approval`: permission to run; `input`: a value from the person. */
  readonly kind: 'approval' | 'input'
  readonly toolCallId: string
  readonly toolName: string
  /**
   * The tool's argument to `human`. For an approval, and for a call that is itself a question, the call's
   * arguments.
   */
  readonly payload: JsonValue
}

/** The frame's copy of an open thread, which reports its changes. */
export interface ThreadLog {
  /** Aborts when the thread is left. */
  readonly closing: AbortSignal
  /** Stops all reports, because the listener has another thread, perhaps of another person. */
  close(): void
  notify(change: ThreadChange): void
  /** Reports a failure. */
  fail(during: FailedAction, error: unknown): void
  /** The server's id, as soon as it is known. */
  readonly id: string
  learnId(id: string): void
  /** Rows of the messages. */
  readonly rows: RowIds
  /** The row above the first loaded message, while that is not loaded. */
  above: string | null
  /** User messages that the server did not accept. */
  readonly unsent: ReadonlySet<string>
  markUnsent(id: string, isUnsent: boolean): void
  readonly tree: MessageTree
  /** The newest message: loaded as such, or added since. */
  readonly newestId: string | null
  /** Adds or replaces a message. Shows the path that ends at a new one. */
  put(parentId: string | null, message: Message): void
  /** Replaces a message in its place. */
  update(message: Message): void
  remove(id: string): void
  /** Moves a message to the end of the shown path. Messages below it stay where they were shown. */
  moveToEnd(id: string): void
  /** Shows the path through a message. */
  switchTo(id: string): void
  /** Adds messages and moves known ones, in this order. The end of the shown path stays. */
  graft(items: readonly TreeItem[]): void
  /** Replaces all messages. */
  reset(exported: ExportedTree): void
  /** Returns the path from the first message to this one. */
  pathTo(id: string): readonly Message[]
}

/** Reports why an action is refused. */
export function refuse(log: ThreadLog, during: FailedAction, text: string): false {
  log.fail(during, new AlcoveError('invalid_request', text))
  return false
}

/** @param threadId id of the thread before its first turn. */
export function createThreadLog(
  threadId: string,
  onChange: (change: ThreadChange) => void,
): ThreadLog {
  const life = new AbortController()
  let tree = createMessageTree()
  let id = threadId
  const unsent = new Set<string>()
  const branches = createBranchReports()
  const rows = createRowIds()
  let newestId: string | null = null
  let memoryBeginsAt: string | null = null

  function notify(change: ThreadChange) {
    if (!life.signal.aborted) onChange(change)
  }

  function tellMemory() {
    const rowId = memoryBegin(tree.path())
    const beginsAt = rowId === null ? null : (rows.keyOf(rowId) ?? rowId)
    if (beginsAt === memoryBeginsAt) return
    memoryBeginsAt = beginsAt
    notify({ type: 'memory', beginsAt })
  }

  function tellPath() {
    const ids = tree.path().map(({ id }) => id)
    notify({ type: 'path', ids })
    tellMemory()
    for (const id of ids) {
      const siblings = tree.branches(id)
      if (branches.note(id, siblings)) notify({ type: 'branches', id, ids: siblings })
    }
  }

  return {
    closing: life.signal,
    close: () => life.abort(),
    notify,
    fail: (during, error) => notify({ type: 'failure', during, error }),
    get id() {
      return id
    },
    learnId(known) {
      if (known === id) return
      id = known
      notify({ type: 'thread', id })
    },
    rows,
    above: null,
    unsent,
    markUnsent(messageId, isUnsent) {
      if (unsent.has(messageId) === isUnsent) return
      if (isUnsent) unsent.add(messageId)
      else unsent.delete(messageId)
      notify({ type: 'unsent', ids: new Set(unsent) })
    },
    get tree() {
      return tree
    },
    get newestId() {
      return newestId
    },
    put(parentId, message) {
      const before = tree.get(message.id)
      tree.addOrUpdate(parentId, message)
      notify({ type: 'message', message })
      if (before) {
        if (mayMoveMemory(before, message)) tellMemory()
        return
      }
      newestId = message.id
      tree.setHead(message.id)
      tellPath()
    },
    update(message) {
      const parentId = tree.parentOf(message.id)
      if (parentId === undefined) return
      const before = tree.get(message.id)
      tree.addOrUpdate(parentId, message)
      notify({ type: 'message', message })
      if (mayMoveMemory(before, message)) tellMemory()
    },
    remove(id) {
      if (!tree.delete(id)) return
      if (newestId === id) newestId = tree.headId
      branches.forget(id)
      tellPath()
      notify({ type: 'message-removed', id })
    },
    moveToEnd(id) {
      const message = tree.get(id)
      if (!message || tree.headId === id) return
      tree.delete(id)
      tree.addOrUpdate(tree.headId, message)
      tellPath()
    },
    switchTo(id) {
      if (tree.switchTo(id)) tellPath()
    },
    graft(items) {
      for (const { message, parentId } of items) {
        const isNew = tree.get(message.id) === undefined
        tree.addOrUpdate(parentId, isNew ? message : (tree.get(message.id) ?? message))
        if (isNew) notify({ type: 'message', message })
      }
      tellPath()
    },
    reset(exported) {
      const before = tree.export().messages
      tree = createMessageTree(exported)
      newestId = tree.headId
      for (const { message } of tree.export().messages) notify({ type: 'message', message })
      tellPath()
      for (const { message } of before) {
        if (tree.get(message.id)) continue
        branches.forget(message.id)
        notify({ type: 'message-removed', id: message.id })
      }
    },
    pathTo: (id) => pathTo(id, tree),
  }
}

function pathTo(id: string, tree: MessageTree): readonly Message[] {
  const path: Message[] = []
  for (let key: string | null = id; key !== null; key = tree.parentOf(key) ?? null) {
    const message = tree.get(key)
    if (message) path.push(message)
  }
  return path.reverse()
}
