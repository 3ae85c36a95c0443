import { type ReactNode, useMemo, useState } from 'react'
import type { Block } from './block.ts'
import { Grouped } from './grouped.tsx'
import { createHeadingLevels, HeadingLevelsContext } from './heading-levels.ts'
import { LabelsContext, type MarkdownLabels } from './labels.ts'
import { MarkdownBlock } from './markdown-block.tsx'
import './markdown.css'
import { createBlockSplitter } from './split-blocks.ts'

export type { MarkdownLabels } from './labels.ts'

export interface MarkdownProps {
  /** The answer so far, in GitHub's markdown. */
  text: string
  /** The text may still grow: half-written syntax at its end is held back. */
  isStreaming: boolean
  /** Should keep its identity: a new object draws all links and code again. */
  labels: MarkdownLabels
  /** Drawn after the last character while the text grows. */
  caret?: ReactNode
}

/** Markdown of a model as React elements: no HTML, no image requests, only safe addresses. */
export function Markdown({ text, isStreaming, labels, caret }: MarkdownProps): ReactNode {
  const [splitter] = useState(() => createBlockSplitter())
  const [levels] = useState(createHeadingLevels)
  const blocks = useMemo(() => {
    const next = isStreaming ? splitter.push(text) : splitter.finish(text)
    levels.update(next)
    return next
  }, [splitter, levels, text, isStreaming])
  const end = isStreaming ? caret : undefined
  return (
    <LabelsContext value={labels}>
      <HeadingLevelsContext value={levels}>
        <div className="md-root">
          <Grouped items={blocks} end={end} draw={drawBlock} />
          {blocks.length === 0 && end !== undefined && <p className="md-p">{end}</p>}
        </div>
      </HeadingLevelsContext>
    </LabelsContext>
  )
}

function drawBlock(block: Block, _index: number, end: ReactNode): ReactNode {
  return <MarkdownBlock key={block.key} block={block} end={end} />
}
