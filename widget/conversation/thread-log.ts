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
import { createRowIds, type RowIds } from './row-ids.ts'

/** `more`: there is more to load; `none`: the first message is there. */
export type OlderState = 'none' | 'more' | 'loading' | 'failed'
export type HistoryState = 'idle' | 'loading' | 'ready' | 'failed'

/** A message that was taken back. */
export interface ReturnedDraft {
  /** The message that is gone. */
  readonly messageId: string
  readonly draft: OutgoingMessage
}

/** What a thread session tells: facts, each the whole new value of one thing. */
export type ThreadChange =
  /** The ids of the shown path, first to last. */
  | { readonly type: 'path'; readonly ids: readonly string[] }
  | { readonly type: 'message'; readonly message: Message }
  | { readonly type: 'message-removed'; readonly id: string }
  /** The message and its siblings, oldest first; told where there are several, or no longer are. */
  | { readonly type: 'branches'; readonly id: string; readonly ids: readonly string[] }
  | { readonly type: 'run'; readonly isRunning: boolean }
  /** The stream of the running answer is lost for some time, or is there again. */
  | { readonly type: 'reconnecting'; readonly isReconnecting: boolean }
  | { readonly type: 'capabilities'; readonly capabilities: Capabilities }
  | { readonly type: 'history'; readonly state: HistoryState }
  /** What is older than what is loaded. */
  | { readonly type: 'older'; readonly state: OlderState }
  /** User messages that the server did not take. */
  | { readonly type: 'unsent'; readonly ids: ReadonlySet<string> }
  /** The server knows the thread, under this id. */
  | { readonly type: 'thread'; readonly id: string }
  /** Its words belong into the composer. */
  | ({ readonly type: 'draft-returned' } & ReturnedDraft)
  /** Everything that tools of the page ask of the person now. */
  | { readonly type: 'human-requests'; readonly requests: readonly HumanRequest[] }
  | { readonly type: 'failure'; readonly during: FailedAction; readonly error: unknown }
  /** The server took what an earlier failure had kept from it, perhaps. */
  | { readonly type: 'taken'; readonly what: 'message taken' | 'message saved' | 'rating saved' }

/** What a tool of the page's asked of the person. */
export interface HumanRequest {
  /** `approval`: whether it may run at all; `input`: something that only a person knows. */
  readonly kind: 'approval' | 'input'
  readonly toolCallId: string
  readonly toolName: string
  /**
   * Whatever the tool passed to `human`; for an approval, and for a call that is itself a question,
   * its arguments.
   */
  readonly payload: JsonValue
}

/** The widget's copy of a thread as long as it is open; tells whoever draws it what changed. */
export interface ThreadLog {
  /** Aborted when the thread is left. */
  readonly closing: AbortSignal
  /** From here on nothing is told: whoever listens has another thread, perhaps another person's. */
  close(): void
  tell(change: ThreadChange): void
  /** Tells that something went wrong. */
  fail(during: FailedAction, error: unknown): void
  /** The server's id as soon as it is known. */
  readonly id: string
  learnId(id: string): void
  /** The server's names of the messages. */
  readonly rows: RowIds
  /** The row above the first loaded message, as long as that is not loaded. */
  above: string | null
  /** User messages that the server did not take. */
  readonly unsent: ReadonlySet<string>
  markUnsent(id: string, isUnsent: boolean): void
  readonly tree: MessageTree
  /** The message that was loaded as the newest, or came since. */
  readonly newestId: string | null
  /** Adds or replaces a message and shows the path that ends at it, if it is new. */
  put(parentId: string | null, message: Message): void
  /** Replaces a message where it stands. */
  update(message: Message): void
  remove(id: string): void
  /** Puts a message behind the last shown one; what hung below it stays where it was shown. */
  moveToEnd(id: string): void
  /** Shows the path through a message. */
  switchTo(id: string): void
  /** Adds messages and moves those that are there, in this order; the same end stays shown. */
  graft(items: readonly TreeItem[]): void
  /** Replaces everything. */
  reset(exported: ExportedTree): void
  /** From the first message to this one. */
  pathTo(id: string): readonly Message[]
}

/** Says why nothing is done of what somebody asked for. */
export function refuse(log: ThreadLog, during: FailedAction, text: string): false {
  log.fail(during, new AlcoveError('invalid_request', text))
  return false
}

/** @param threadId what the thread is called before its first turn. */
export function createThreadLog(
  threadId: string,
  onChange: (change: ThreadChange) => void,
): ThreadLog {
  const life = new AbortController()
  let tree = createMessageTree()
  let id = threadId
  const unsent = new Set<string>()
  const branches = createToldBranches()
  let newestId: string | null = null

  function tell(change: ThreadChange) {
    if (!life.signal.aborted) onChange(change)
  }

  function tellPath() {
    const ids = tree.path().map(({ id }) => id)
    tell({ type: 'path', ids })
    for (const id of ids) {
      const siblings = tree.branches(id)
      if (branches.note(id, siblings)) tell({ type: 'branches', id, ids: siblings })
    }
  }

  return {
    closing: life.signal,
    close: () => life.abort(),
    tell,
    fail: (during, error) => tell({ type: 'failure', during, error }),
    get id() {
      return id
    },
    learnId(known) {
      if (known === id) return
      id = known
      tell({ type: 'thread', id })
    },
    rows: createRowIds(),
    above: null,
    unsent,
    markUnsent(messageId, isUnsent) {
      if (unsent.has(messageId) === isUnsent) return
      if (isUnsent) unsent.add(messageId)
      else unsent.delete(messageId)
      tell({ type: 'unsent', ids: new Set(unsent) })
    },
    get tree() {
      return tree
    },
    get newestId() {
      return newestId
    },
    put(parentId, message) {
      const isNew = tree.get(message.id) === undefined
      tree.addOrUpdate(parentId, message)
      tell({ type: 'message', message })
      if (!isNew) return
      newestId = message.id
      tree.setHead(message.id)
      tellPath()
    },
    update(message) {
      const parentId = tree.parentOf(message.id)
      if (parentId === undefined) return
      tree.addOrUpdate(parentId, message)
      tell({ type: 'message', message })
    },
    remove(id) {
      if (!tree.delete(id)) return
      if (newestId === id) newestId = tree.headId
      branches.forget(id)
      tellPath()
      tell({ type: 'message-removed', id })
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
        if (isNew) tell({ type: 'message', message })
      }
      tellPath()
    },
    reset(exported) {
      const before = tree.export().messages
      tree = createMessageTree(exported)
      newestId = tree.headId
      for (const { message } of tree.export().messages) tell({ type: 'message', message })
      tellPath()
      for (const { message } of before) {
        if (tree.get(message.id)) continue
        branches.forget(message.id)
        tell({ type: 'message-removed', id: message.id })
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

/** The siblings that were told of each message; one that has none is not told of. */
function createToldBranches() {
  const told = new Map<string, readonly string[]>()
  return {
    /** Whether it is to be told. */
    note(id: string, siblings: readonly string[]): boolean {
      const before = told.get(id)
      if (siblings.length < 2) return told.delete(id)
      told.set(id, siblings)
      return !before || !isSameList(before, siblings)
    },
    forget: (id: string) => void told.delete(id),
  }
}

const isSameList = (before: readonly string[], after: readonly string[]): boolean =>
  before.length === after.length && before.every((id, index) => id === after[index])
