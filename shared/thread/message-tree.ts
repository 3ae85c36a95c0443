import type { Message } from './message.ts'

export interface TreeItem {
  readonly message: Message
  readonly parentId: string | null
}

export interface ExportedTree {
  readonly headId: string | null
  readonly messages: readonly TreeItem[]
}

interface Node {
  message: Message
  parent: Node | null
  children: Node[]
  /** The child on the path that was shown last. */
  next: Node | null
}

/**
 * A thread's messages with their branches. Every message but the roots has a parent; `head` is the
 * leaf of the path that is shown. Malformed input never breaks it: a row whose parent is unknown or
 * that would close a circle is refused with `false`.
 */
export interface MessageTree {
  /** Adds a message or replaces the one with its id. With the head as its parent it becomes the head. */
  addOrUpdate(parentId: string | null, message: Message): boolean
  /** Removes a message; its children move to its parent. */
  delete(id: string): boolean
  /** From the root to the head. */
  path(): readonly Message[]
  get(id: string): Message | undefined
  parentOf(id: string): string | null | undefined
  /** The ids of a message and its siblings, oldest first. */
  branches(id: string): readonly string[]
  /** Shows the path that leads through a message, and on to the leaf that was shown there last. */
  switchTo(id: string): boolean
  /** Ends the shown path at a message (`null`: before the first), keeping what hangs below it. */
  setHead(id: string | null): boolean
  readonly headId: string | null
  export(): ExportedTree
}

export function createMessageTree(exported?: ExportedTree): MessageTree {
  const nodes = new Map<string, Node>()
  const root: Pick<Node, 'children' | 'next'> = { children: [], next: null }
  let head: Node | null = null

  const siblingsOf = (node: Node) => (node.parent ?? root).children

  function hasAncestor(node: Node | null, id: string): boolean {
    for (let step = node; step; step = step.parent) if (step.message.id === id) return true
    return false
  }

  function leafBelow(node: Node | null): Node | null {
    let leaf = node
    for (let next = (leaf ?? root).next; next; next = next.next) leaf = next
    return leaf
  }

  function showPathTo(node: Node | null) {
    head = node
    for (let step = node; step; step = step.parent) (step.parent ?? root).next = step
  }

  function unlink(node: Node) {
    const owner = node.parent ?? root
    owner.children.splice(owner.children.indexOf(node), 1)
    if (owner.next === node) owner.next = owner.children.at(-1) ?? null
  }

  function link(node: Node, parent: Node | null) {
    const owner = parent ?? root
    node.parent = parent
    owner.children.push(node)
    owner.next ??= node
  }

  const tree: MessageTree = {
    addOrUpdate(parentId, message) {
      const parent = parentId === null ? null : nodes.get(parentId)
      if (parent === undefined) return false
      const known = nodes.get(message.id)
      if (!known) {
        const node: Node = { message, parent, children: [], next: null }
        link(node, parent)
        nodes.set(message.id, node)
        if (head === parent) showPathTo(node)
        return true
      }
      if (known.parent !== parent) {
        if (hasAncestor(parent, message.id)) return false
        unlink(known)
        link(known, parent)
        if (hasAncestor(head, message.id)) showPathTo(head)
      }
      known.message = message
      return true
    },
    delete(id) {
      const node = nodes.get(id)
      if (!node) return false
      const isShown = hasAncestor(head, id)
      const { parent } = node
      unlink(node)
      for (const child of node.children) link(child, parent)
      nodes.delete(id)
      if (head === node) showPathTo(leafBelow(parent))
      else if (isShown) showPathTo(head)
      return true
    },
    path() {
      const path: Message[] = []
      for (let step = head; step; step = step.parent) path.push(step.message)
      return path.reverse()
    },
    get: (id) => nodes.get(id)?.message,
    parentOf(id) {
      const node = nodes.get(id)
      return node && (node.parent?.message.id ?? null)
    },
    branches(id) {
      const node = nodes.get(id)
      return node ? siblingsOf(node).map((sibling) => sibling.message.id) : []
    },
    switchTo(id) {
      const node = nodes.get(id)
      if (!node) return false
      showPathTo(leafBelow(node))
      return true
    },
    setHead(id) {
      const node = id === null ? null : nodes.get(id)
      if (node === undefined) return false
      showPathTo(node)
      return true
    },
    get headId() {
      return head?.message.id ?? null
    },
    export() {
      const messages: TreeItem[] = []
      const open = [...root.children].reverse()
      for (let node = open.pop(); node; node = open.pop()) {
        messages.push({ message: node.message, parentId: node.parent?.message.id ?? null })
        open.push(...node.children.toReversed())
      }
      return { headId: tree.headId, messages }
    },
  }

  for (const { message, parentId } of exported?.messages ?? []) {
    // A duplicate id in a stored history must not move or replace the first row.
    if (!nodes.has(message.id)) tree.addOrUpdate(parentId, message)
  }
  const wanted = exported?.headId ?? exported?.messages.at(-1)?.message.id ?? null
  if (wanted !== null) tree.setHead(wanted)
  return tree
}
