import { type ReactNode, use } from 'react'
import { FootnotesContext } from './footnotes.ts'
import { jumpTo } from './jump-to.ts'
import { useLabels } from './labels.ts'
import type { BlockNode, NoteSpan } from './nodes.ts'

/** A number that leads to its footnote; nothing until that is there. */
export function NoteLink({ note }: { note: NoteSpan }): ReactNode {
  const labels = useLabels()
  const { footnotes, prefix } = use(FootnotesContext)
  const number = footnotes.numbers.get(note.label)
  if (number === undefined) return null
  return (
    <sup className="md-note-mark">
      <a
        id={footnotes.firsts.has(note) ? `${prefix}-mark-${number}` : undefined}
        href={`#${prefix}-note-${number}`}
        aria-label={`${labels.footnote ?? ''} ${number}`.trim()}
        onClick={jumpTo}
      >
        {number}
      </a>
    </sup>
  )
}

export interface FootnoteListProps {
  drawBlocks: (blocks: readonly BlockNode[], end: ReactNode) => ReactNode
  /** The footnote that still grows, and what is drawn after its last character. */
  open: { node: BlockNode; end: ReactNode } | undefined
}

/** The footnotes at the end of an answer, each with a way back. */
export function FootnoteList({ drawBlocks, open }: FootnoteListProps): ReactNode {
  const labels = useLabels()
  const { footnotes, prefix } = use(FootnotesContext)
  if (footnotes.list.length === 0) return null
  return (
    <div className="md-notes" role="group" aria-label={labels.footnotes}>
      <ol className="md-list">
        {footnotes.list.map(({ number, node }) => {
          const end = open?.node === node ? open.end : undefined
          const back = (
            <>
              {end}{' '}
              <a
                className="md-note-back"
                href={`#${prefix}-mark-${number}`}
                aria-label={`${labels.backToText ?? ''} ${number}`.trim()}
                onClick={jumpTo}
              >
                {'\u21a9\ufe0e'}
              </a>
            </>
          )
          const isText = node.children.at(-1)?.type === 'paragraph'
          return (
            <li key={number} value={number} id={`${prefix}-note-${number}`} tabIndex={-1}>
              {drawBlocks(node.children, isText ? back : end)}
              {!isText && back}
            </li>
          )
        })}
      </ol>
    </div>
  )
}
