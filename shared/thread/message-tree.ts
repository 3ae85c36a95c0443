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
  /** The child on the most recently shown path. */
  next: Node | null
  /** The id of a missing parent; `null` for a root and for nodes below a message. */
  awaits: string | null
}

interface State {
  readonly nodes: Map<string, Node>
  readonly root: Pick<Node, 'children' | 'next'>
  /** Waiting nodes, by the id of their missing parent. */
  readonly waiting: Map<string, Node[]>
  /** The leaf of the shown path. */
  head: Node | null
}

/**
 * A thread's messages with their branches. Every message except the roots has a parent; `head` is the leaf of
 * the shown path. Malformed input never breaks it: a row with an unknown parent or that would close a circle
 * is refused with `false`.
 *
 * A thread's newest rows may come before the older ones. Held rows wait, with all rows below them, until
 * their parent is added: no path leads through them and they have no siblings, unless the head itself is set
 * there; then the path starts at the first known message.
 */
export interface MessageTree {
  /** Adds a message or replaces the one with its id. With the head as its parent it becomes the head. */
  addOrUpdate(parentId: string | null, message: Message): boolean
  /** Like `addOrUpdate`, but a message with an unknown parent waits for it; `false` while it does. */
  hold(parentId: string | null, message: Message): boolean
  /** The messages that wait for their parents, without the messages below them. */
  readonly held: readonly TreeItem[]
  /** Removes a message; its children move to its parent. */
  delete(id: string): boolean
  /** From the root to the head. */
  path(): readonly Message[]
  /** Finds waiting messages too. */
  get(id: string): Message | undefined
  /** For a waiting message: the id of its missing parent. */
  parentOf(id: string): string | null | undefined
  /** The ids of a message and its siblings, oldest first. */
  branches(id: string): readonly string[]
  /** Shows the path through a message, down to the leaf that was last shown there. */
  switchTo(id: string): boolean
  /** Ends the shown path at a message (`null`: before the first), and keeps the messages below it. */
  setHead(id: string | null): boolean
  readonly headId: string | null
  /** Every message, parents first; last the waiting ones, with the messages below them. */
  export(): ExportedTree
}

export function createMessageTree(exported?: ExportedTree): MessageTree {
  const state: State = {
    nodes: new Map(),
    root: { children: [], next: null },
    waiting: new Map(),
    head: null,
  }
  const { nodes } = state

  const tree: MessageTree = {
    addOrUpdate: (parentId, message) => put(state, parentId, message, false),
    hold: (parentId, message) => put(state, parentId, message, true),
    get held() {
      return allWaiting(state).map(toItem)
    },
    delete(id) {
      const node = nodes.get(id)
      if (node) remove(state, node)
      return node !== undefined
    },
    path() {
      const path: Message[] = []
      for (let step = state.head; step; step = step.parent) path.push(step.message)
      return path.reverse()
    },
    get: (id) => nodes.get(id)?.message,
    parentOf(id) {
      const node = nodes.get(id)
      return node && parentIdOf(node)
    },
    branches(id) {
      const node = nodes.get(id)
      return node ? siblingsOf(state, node).map((sibling) => sibling.message.id) : []
    },
    switchTo(id) {
      const node = nodes.get(id)
      if (node) showPathTo(state, leafBelow(state, node))
      return node !== undefined
    },
    setHead(id) {
      const node = id === null ? null : nodes.get(id)
      if (node !== undefined) showPathTo(state, node)
      return node !== undefined
    },
    get headId() {
      return state.head?.message.id ?? null
    },
    export() {
      const messages: TreeItem[] = []
      const open = [...state.root.children, ...allWaiting(state)].reverse()
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

const parentIdOf = (node: Node): string | null => node.parent?.message.id ?? node.awaits
const toItem = (node: Node): TreeItem => ({ message: node.message, parentId: parentIdOf(node) })
const allWaiting = ({ waiting }: State): readonly Node[] => [...waiting.values()].flat()

/** The owner of a node: its parent, the tree itself, or none while it waits. */
const ownerOf = ({ root }: State, node: Node) =>
  node.parent ?? (node.awaits === null ? root : undefined)

function hasAncestor(node: Node | null, id: string): boolean {
  for (let step = node; step; step = step.parent) if (step.message.id === id) return true
  return false
}

function leafBelow({ root }: State, node: Node | null): Node | null {
  let leaf = node
  for (let next = (leaf ?? root).next; next; next = next.next) leaf = next
  return leaf
}

function showPathTo(state: State, node: Node | null): void {
  state.head = node
  for (let step = node; step; step = step.parent) {
    const owner = ownerOf(state, step)
    if (owner) owner.next = step
  }
}

/** Nodes with the same parent, or the same missing parent. */
function siblingsOf({ root, waiting }: State, node: Node): Node[] {
  const id = node.awaits
  if (id === null) return (node.parent ?? root).children
  const siblings = waiting.get(id) ?? []
  waiting.set(id, siblings)
  return siblings
}

function unlink(state: State, node: Node): void {
  const owner = ownerOf(state, node)
  const siblings = siblingsOf(state, node)
  siblings.splice(siblings.indexOf(node), 1)
  if (siblings.length === 0 && node.awaits !== null) state.waiting.delete(node.awaits)
  if (owner?.next === node) owner.next = owner.children.at(-1) ?? null
}

function link(state: State, node: Node, parent: Node | null, awaits: string | null): void {
  node.parent = parent
  node.awaits = awaits
  siblingsOf(state, node).push(node)
  const owner = ownerOf(state, node)
  if (owner) owner.next ??= node
}

/** Adds the nodes that waited for a message. A row below itself waits for ever. */
function adopt(state: State, parent: Node): void {
  const arrived = state.waiting.get(parent.message.id)?.slice() ?? []
  for (const node of arrived) {
    if (!hasAncestor(parent, node.message.id)) move(state, node, parent, null)
  }
}

/** Nodes below a missing parent may now be independent of it. */
function adoptAll(state: State): void {
  for (const id of state.waiting.keys()) {
    const found = state.nodes.get(id)
    if (found) adopt(state, found)
  }
}

function move(state: State, node: Node, parent: Node | null, awaits: string | null): void {
  unlink(state, node)
  link(state, node, parent, awaits)
  if (hasAncestor(state.head, node.message.id)) showPathTo(state, state.head)
}

function put(state: State, parentId: string | null, message: Message, mayWait: boolean): boolean {
  const found = parentId === null ? null : state.nodes.get(parentId)
  const known = state.nodes.get(message.id)
  if (found === undefined && !mayWait) return false
  const parent = found ?? null
  const awaits = found === undefined ? parentId : null
  if (!known) {
    const node: Node = { message, parent, children: [], next: null, awaits }
    link(state, node, parent, awaits)
    state.nodes.set(message.id, node)
    if (awaits === null && state.head === parent) showPathTo(state, node)
    adopt(state, node)
    return awaits === null
  }
  if (known.parent !== parent || known.awaits !== awaits) {
    if (hasAncestor(parent, message.id)) return false
    move(state, known, parent, awaits)
    adoptAll(state)
  }
  known.message = message
  return known.awaits === null
}

function remove(state: State, node: Node): void {
  const { parent, awaits, message } = node
  const isShown = hasAncestor(state.head, message.id)
  unlink(state, node)
  for (const child of node.children) link(state, child, parent, awaits)
  state.nodes.delete(message.id)
  if (state.head === node) showPathTo(state, leafBelow(state, awaits === null ? parent : node.next))
  else if (isShown) showPathTo(state, state.head)
  adoptAll(state)
}
