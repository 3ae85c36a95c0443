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
  /** The id of a parent that is not here yet; `null` for a root and for what hangs below a message. */
  awaits: string | null
}

/**
 * A thread's messages with their branches. Every message but the roots has a parent; `head` is the
 * leaf of the path that is shown. Malformed input never breaks it: a row whose parent is unknown or
 * that would close a circle is refused with `false`.
 *
 * A thread's newest rows may come before the older ones. What is held waits, with all that hangs below
 * it, until its parent is added: no path leads through it and nothing is its sibling, unless the head
 * itself is set there; then the path begins where the known messages do.
 */
export interface MessageTree {
  /** Adds a message or replaces the one with its id. With the head as its parent it becomes the head. */
  addOrUpdate(parentId: string | null, message: Message): boolean
  /** Like `addOrUpdate`, but a message whose parent is unknown waits for it; `false` while it does. */
  hold(parentId: string | null, message: Message): boolean
  /** The messages that wait for their parents; without those below them. */
  readonly held: readonly TreeItem[]
  /** Removes a message; its children move to its parent. */
  delete(id: string): boolean
  /** From the root to the head. */
  path(): readonly Message[]
  /** Also one that waits. */
  get(id: string): Message | undefined
  /** Of one that waits: the id that it waits for. */
  parentOf(id: string): string | null | undefined
  /** The ids of a message and its siblings, oldest first. */
  branches(id: string): readonly string[]
  /** Shows the path that leads through a message, and on to the leaf that was shown there last. */
  switchTo(id: string): boolean
  /** Ends the shown path at a message (`null`: before the first), keeping what hangs below it. */
  setHead(id: string | null): boolean
  readonly headId: string | null
  /** Every message, parents first; last those that wait, with what hangs below them. */
  export(): ExportedTree
}

export function createMessageTree(exported?: ExportedTree): MessageTree {
  const nodes = new Map<string, Node>()
  const root: Pick<Node, 'children' | 'next'> = { children: [], next: null }
  /** Nodes that wait, by the id that they wait for. */
  const waiting = new Map<string, Node[]>()
  let head: Node | null = null

  /** What holds a node: its parent, the tree itself, or nothing while it waits. */
  const ownerOf = (node: Node) => node.parent ?? (node.awaits === null ? root : undefined)

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
    for (let step = node; step; step = step.parent) {
      const owner = ownerOf(step)
      if (owner) owner.next = step
    }
  }

  /** A node among those that have, or wait for, the same parent. */
  function siblingsOf(node: Node): Node[] {
    const id = node.awaits
    if (id === null) return (node.parent ?? root).children
    const siblings = waiting.get(id) ?? []
    waiting.set(id, siblings)
    return siblings
  }

  function unlink(node: Node) {
    const owner = ownerOf(node)
    const siblings = siblingsOf(node)
    siblings.splice(siblings.indexOf(node), 1)
    if (siblings.length === 0 && node.awaits !== null) waiting.delete(node.awaits)
    if (owner?.next === node) owner.next = owner.children.at(-1) ?? null
  }

  function link(node: Node, parent: Node | null, awaits: string | null = null) {
    node.parent = parent
    node.awaits = awaits
    siblingsOf(node).push(node)
    const owner = ownerOf(node)
    if (owner) owner.next ??= node
  }

  /** Brings in what waited for a message. A row below itself waits for ever. */
  function adopt(parent: Node) {
    const arrived = waiting.get(parent.message.id)?.slice() ?? []
    for (const node of arrived) {
      if (!hasAncestor(parent, node.message.id)) move(node, parent)
    }
  }

  /** What stood below what it waited for may be free of it now. */
  function adoptAll() {
    for (const id of waiting.keys()) {
      const found = nodes.get(id)
      if (found) adopt(found)
    }
  }

  function move(node: Node, parent: Node | null, awaits: string | null = null) {
    unlink(node)
    link(node, parent, awaits)
    if (hasAncestor(head, node.message.id)) showPathTo(head)
  }

  function put(parentId: string | null, message: Message, mayWait: boolean): boolean {
    const found = parentId === null ? null : nodes.get(parentId)
    const known = nodes.get(message.id)
    if (found === undefined && !mayWait) return false
    const parent = found ?? null
    const awaits = found === undefined ? parentId : null
    if (!known) {
      const node: Node = { message, parent, children: [], next: null, awaits }
      link(node, parent, awaits)
      nodes.set(message.id, node)
      if (awaits === null && head === parent) showPathTo(node)
      adopt(node)
      return awaits === null
    }
    if (known.parent !== parent || known.awaits !== awaits) {
      if (hasAncestor(parent, message.id)) return false
      move(known, parent, awaits)
      adoptAll()
    }
    known.message = message
    return known.awaits === null
  }

  const parentIdOf = (node: Node) => node.parent?.message.id ?? node.awaits
  const toItem = (node: Node) => ({ message: node.message, parentId: parentIdOf(node) })
  const allWaiting = () => [...waiting.values()].flat()

  const tree: MessageTree = {
    addOrUpdate: (parentId, message) => put(parentId, message, false),
    hold: (parentId, message) => put(parentId, message, true),
    get held() {
      return allWaiting().map(toItem)
    },
    delete(id) {
      const node = nodes.get(id)
      if (!node) return false
      const isShown = hasAncestor(head, id)
      const { parent, awaits } = node
      unlink(node)
      for (const child of node.children) link(child, parent, awaits)
      nodes.delete(id)
      if (head === node) showPathTo(awaits === null ? leafBelow(parent) : leafBelow(node.next))
      else if (isShown) showPathTo(head)
      adoptAll()
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
      return node && parentIdOf(node)
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
      const open = [...root.children, ...allWaiting()].reverse()
      for (let node = open.pop(); node; node = open.pop()) {
        messages.push(toItem(node))
        open.push(...node.children.toReversed())
      }
      return { headId: tree.headId, messages }
    },
  }

  for (const { message, parentId } of exported?.messages ?? []) {
    // A duplicate id in a stored history must not move or replace the first row.
    if (!nodes.has(message.id)) tree.hold(parentId, message)
  }
  const last = exported?.messages.at(-1)?.message.id ?? null
  if (!tree.setHead(exported?.headId ?? last)) tree.setHead(last)
  return tree
}
