/** A replacement in the document for a text node of the frame. */
interface StandIn {
  readonly node: ChildNode
  /** The text of the text node, which is empty meanwhile. */
  readonly words: string
}

/**
 * Keeps the text nodes of the frame where React put them while a translator shows other text.
 *
 * Translators replace a text node by an element. React would write new text into a node that is not in the document
 * any more, or fail to find it there. Here the text node comes back, empty, in front of the translator's element.
 * From then on both belong together: new text from React removes the element, and when the element is removed, the
 * text node gets its text back.
 *
 * @returns a function that stops this.
 */
export function keepOwnTexts(root: Node): () => void {
  const standIns = new WeakMap<Node, StandIn>()
  const textsOf = new WeakMap<Node, Text>()

  function join(text: Text, node: ChildNode): void {
    // Some translators move the text node into their element: a copy takes its place there.
    if (node.contains(text)) text.replaceWith(text.cloneNode())
    standIns.set(text, { node, words: text.data || (standIns.get(text)?.words ?? '') })
    textsOf.set(node, text)
    text.data = ''
    node.before(text)
  }

  function replaced({ removed, added }: Replacement): void {
    const text = textsOf.get(removed) ?? removed
    if (!(text instanceof Text) || !added.isConnected) return
    // The element was replaced by another one; without its text node there is nothing to keep.
    if (text !== removed && !text.isConnected) return
    observer.observe(text, { characterData: true })
    join(text, added)
  }

  /** Handles a text node that was written, moved or removed, or whose replacement was. */
  function follow(text: Node, isWritten: boolean): void {
    const standIn = standIns.get(text)
    if (!(text instanceof Text) || standIn === undefined) return
    const { node, words } = standIn
    const isGone = !text.isConnected
    if (isGone || isWritten || !node.isConnected) {
      standIns.delete(text)
      textsOf.delete(node)
      if (!isGone && !isWritten && text.data === '') text.data = words
      node.remove()
    } else if (text.nextSibling !== node) {
      text.after(node)
    }
  }

  function handleRecords(records: readonly MutationRecord[]): void {
    for (const { type, target } of records) if (type === 'characterData') follow(target, true)
    findReplacements(records, (node) => node instanceof Text || textsOf.has(node)).forEach(replaced)
    for (const { removedNodes } of records) {
      for (const node of removedNodes) follow(textsOf.get(node) ?? node, false)
    }
    // Changes made here are handled already.
    observer.takeRecords()
  }

  const observer = new MutationObserver(handleRecords)
  observer.observe(root, { childList: true, subtree: true })
  return () => observer.disconnect()
}

interface Replacement {
  readonly removed: Node
  readonly added: ChildNode
}

/** Elements that the frame never draws: `font` of Chrome and Edge, and custom elements of others. */
const isForeign = (node: Node): node is Element =>
  node instanceof Element && (node.localName === 'font' || node.localName.includes('-'))

/** Finds the text nodes that a translator's element replaces, in one step or in two. */
function findReplacements(
  records: readonly MutationRecord[],
  isKept: (removed: Node) => boolean,
): readonly Replacement[] {
  const found: Replacement[] = []
  const removals = new Map<Node, { record: MutationRecord; removed: Node }[]>()
  const additions = records.flatMap((record) =>
    [...record.addedNodes].filter(isForeign).map((added) => ({ record, added })),
  )
  if (additions.length === 0) return found
  for (const record of records) {
    const kept = [...record.removedNodes].filter(isKept).map((removed) => ({ record, removed }))
    removals.set(record.target, [...(removals.get(record.target) ?? []), ...kept])
  }
  for (const { record, added } of additions) {
    const candidates = removals.get(record.target) ?? []
    const at = candidates.findIndex(
      (other) =>
        other.record === record ||
        other.record.previousSibling === added ||
        other.record.nextSibling === added ||
        record.previousSibling === other.removed ||
        record.nextSibling === other.removed ||
        (record.previousSibling === other.record.previousSibling &&
          record.nextSibling === other.record.nextSibling),
    )
    const [match] = at === -1 ? [] : candidates.splice(at, 1)
    if (match) found.push({ removed: match.removed, added })
  }
  return found
}
