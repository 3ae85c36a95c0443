import { createContext, type MouseEvent, type ReactNode, use } from 'react'
import { useI18n } from '../i18n/i18n-context.tsx'
import type { BlockNode, NoteNode, NoteSpan } from './nodes.ts'

interface Footnote {
  readonly number: number
  readonly node: NoteNode
}

/** The footnotes of an answer so far. An equal object means equal footnotes. */
export interface Footnotes {
  /** Footnotes with a reference, in the order of their first references. */
  readonly list: readonly Footnote[]
  readonly numbers: ReadonlyMap<string, number>
  /** The first reference of each, to which its footnote links back. */
  readonly firsts: ReadonlySet<NoteSpan>
}

const NO_FOOTNOTES: Footnotes = { list: [], numbers: new Map(), firsts: new Set() }

/** Finds the footnotes of a growing answer on each update. */
export function createFootnoteFinder(): (blocks: readonly BlockNode[]) => Footnotes {
  const spansIn = new WeakMap<BlockNode, readonly NoteSpan[]>()
  let last = NO_FOOTNOTES

  function spansOf(block: BlockNode): readonly NoteSpan[] {
    const known = spansIn.get(block)
    if (known) return known
    const found = collectSpans(block)
    spansIn.set(block, found)
    return found
  }

  return (blocks) => {
    const notes = new Map<string, NoteNode>()
    for (const block of blocks) {
      if (block.type === 'note' && !notes.has(block.label)) notes.set(block.label, block)
    }
    if (notes.size === 0) return (last = NO_FOOTNOTES)
    const found = number(blocks, notes, spansOf)
    if (!isEqual(found, last)) last = found
    return last
  }
}

function number(
  blocks: readonly BlockNode[],
  notes: ReadonlyMap<string, NoteNode>,
  spansOf: (block: BlockNode) => readonly NoteSpan[],
): Footnotes {
  const list: Footnote[] = []
  const order = new Map<string, number>()
  const firsts = new Set<NoteSpan>()
  const waiting: BlockNode[] = blocks.filter(({ type }) => type !== 'note')
  // A footnote can refer to others, which follow those of the text.
  for (let index = 0; index < waiting.length; index += 1) {
    for (const span of spansOf(waiting[index] as BlockNode)) {
      if (order.has(span.label)) continue
      order.set(span.label, order.size + 1)
      const node = notes.get(span.label)
      if (node === undefined) continue
      firsts.add(span)
      list.push({ number: order.size, node })
      waiting.push(node)
    }
  }
  const numbers = new Map(list.map((entry) => [entry.node.label, entry.number]))
  return { list, numbers, firsts }
}

const isEqual = (a: Footnotes, b: Footnotes): boolean =>
  a.list.length === b.list.length &&
  a.firsts.size === b.firsts.size &&
  a.list.every((entry, index) => {
    const other = b.list[index]
    return entry.node === other?.node && entry.number === other.number
  }) &&
  [...a.firsts].every((span) => b.firsts.has(span))

function collectSpans(block: BlockNode): readonly NoteSpan[] {
  switch (block.type) {
    case 'paragraph':
    case 'heading':
      return block.phrase.notes
    case 'quote':
    case 'note':
      return block.children.flatMap(collectSpans)
    case 'list':
      return block.items.flatMap(({ children }) => children.flatMap(collectSpans))
    case 'table':
      return [block.head, ...block.rows].flatMap((row) => row.flatMap(({ notes }) => notes))
    case 'code':
    case 'math':
    case 'html':
    case 'rule':
    case 'plain':
      return []
    default:
      return block satisfies never
  }
}

interface FootnotePlace {
  readonly footnotes: Footnotes
  /** Distinguishes the ids of a message from those of others. */
  readonly prefix: string
}

/** References get their numbers by context, so that finished blocks keep equal props. */
export const FootnotesContext = createContext<FootnotePlace>({
  footnotes: NO_FOOTNOTES,
  prefix: '',
})

/** A number that links to its footnote; empty until the footnote has arrived. */
export function NoteLink({ note }: { note: NoteSpan }): ReactNode {
  const { t } = useI18n()
  const { footnotes, prefix } = use(FootnotesContext)
  const number = footnotes.numbers.get(note.label)
  if (number === undefined) return null
  return (
    <sup className="md-note-mark">
      <a
        id={footnotes.firsts.has(note) ? `${prefix}-mark-${number}` : undefined}
        href={`#${prefix}-note-${number}`}
        aria-label={t('markdown.footnote', { n: number })}
        onClick={jumpTo}
      >
        {number}
      </a>
    </sup>
  )
}

/**
 * Follows a link inside the answer without changing the address: an entry in the host page's history would make its
 * back button seem to do nothing.
 */
export function jumpTo(event: MouseEvent<HTMLAnchorElement>): void {
  const { hash, ownerDocument } = event.currentTarget
  const target = ownerDocument.getElementById(decodeURIComponent(hash.slice(1)))
  event.preventDefault()
  if (target === null) return
  target.focus({ preventScroll: true })
  target.scrollIntoView({ block: 'nearest' })
}
