import { type ReactNode, useId, useMemo, useState } from 'react'
import { BlockView } from './block-view.tsx'
import { FootnoteList } from './footnote-list.tsx'
import { createFootnoteFinder, FootnotesContext } from './footnotes.tsx'
import { Grouped } from './grouped.tsx'
import { createHeadingLevels, HeadingLevelsContext } from './heading-levels.tsx'
import './markdown.css'
import './east-asian.css'
import type { BlockNode, ItemNode } from './nodes.ts'
import { createBlockSplitter } from './split-blocks.ts'

export interface MarkdownProps {
  /** The answer so far, in GitHub's markdown. */
  text: string
  /** The text may still grow: incomplete syntax at its end is withheld. */
  isStreaming: boolean
  /** Drawn after the last character while the text grows. */
  caret?: ReactNode
  /** Drawn after the last word of complete text, or below a last block without text. */
  tail?: ReactNode
}

/** Markdown of a model as React elements: no HTML, no image requests, only safe addresses. */
export function Markdown({ text, isStreaming, caret, tail }: MarkdownProps): ReactNode {
  const [splitter] = useState(createBlockSplitter)
  const [levels] = useState(createHeadingLevels)
  const [findFootnotes] = useState(createFootnoteFinder)
  const prefix = useId()
  const { blocks, footnotes } = useMemo(() => {
    const next = isStreaming ? splitter.push(text) : splitter.finish(text)
    levels.update(next)
    return { blocks: next, footnotes: findFootnotes(next) }
  }, [splitter, levels, findFootnotes, text, isStreaming])
  const place = useMemo(() => ({ footnotes, prefix }), [footnotes, prefix])
  const last = blocks.at(-1)
  const isTailInText = endsInWords(last)
  const textTail = isTailInText ? tail : undefined
  const end = isStreaming ? caret : textTail
  const isInNote = footnotes.list.some(({ node }) => node === last)
  return (
    <HeadingLevelsContext value={levels}>
      <FootnotesContext value={place}>
        <div className="md-root" data-growing={isStreaming || undefined}>
          <Grouped items={blocks} end={isInNote ? undefined : end} draw={drawBlock} />
          {blocks.length === 0 && end !== undefined && <p className="md-p">{end}</p>}
          <FootnoteList open={isInNote && last !== undefined ? { node: last, end } : undefined} />
          {!isStreaming && !isTailInText && tail}
        </div>
      </FootnotesContext>
    </HeadingLevelsContext>
  )
}

/** True if the last drawn content is a word, so that an element can follow it directly. */
function endsInWords(block: BlockNode | ItemNode | undefined): boolean {
  switch (block?.type) {
    case 'paragraph':
    case 'heading':
      return true
    case 'quote':
    case 'item':
      return endsInWords(block.children.at(-1))
    case 'list':
      return endsInWords(block.items.at(-1))
    default:
      return false
  }
}

const drawBlock = (block: BlockNode, _index: number, end: ReactNode): ReactNode => (
  <BlockView key={block.start} block={block} end={end} />
)
