import type { Message } from '../../shared/thread/message.ts'
import {
  createMessageTree,
  type ExportedTree,
  type MessageTree,
} from '../../shared/thread/message-tree.ts'
import type { ThreadChange } from './thread-change.ts'

/** The widget's copy of a thread's messages; tells whoever draws them what changed. */
export interface ThreadLog {
  readonly tree: MessageTree
  /** Adds or replaces a message and shows the path that ends at it, if it is new. */
  put(parentId: string | null, message: Message): void
  remove(id: string): void
  /** Puts a message behind the last shown one; what hung below it stays where it was shown. */
  moveToEnd(id: string): void
  /** Replaces everything. */
  reset(exported: ExportedTree): void
}

export function createThreadLog(onChange: (change: ThreadChange) => void): ThreadLog {
  let tree = createMessageTree()

  const tellPath = () => onChange({ type: 'path', ids: tree.path().map(({ id }) => id) })

  return {
    get tree() {
      return tree
    },
    put(parentId, message) {
      const isNew = tree.get(message.id) === undefined
      tree.addOrUpdate(parentId, message)
      onChange({ type: 'message', message })
      if (!isNew) return
      tree.setHead(message.id)
      tellPath()
    },
    remove(id) {
      if (!tree.delete(id)) return
      tellPath()
      onChange({ type: 'message-removed', id })
    },
    moveToEnd(id) {
      const message = tree.get(id)
      if (!message || tree.headId === id) return
      tree.delete(id)
      tree.addOrUpdate(tree.headId, message)
      tellPath()
    },
    reset(exported) {
      const before = tree.export().messages
      tree = createMessageTree(exported)
      for (const { message } of tree.export().messages) onChange({ type: 'message', message })
      tellPath()
      for (const { message } of before) {
        if (!tree.get(message.id)) onChange({ type: 'message-removed', id: message.id })
      }
    },
  }
}
