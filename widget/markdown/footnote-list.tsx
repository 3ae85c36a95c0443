import { type ReactNode, use } from 'react'
import { useI18n } from '../i18n/i18n-context.tsx'
import { drawBlocks } from './block-view.tsx'
import { FootnotesContext, jumpTo } from './footnotes.tsx'
import type { BlockNode } from './nodes.ts'

export interface FootnoteListProps {
  /** The growing footnote, with the element drawn after its last character. */
  open: { node: BlockNode; end: ReactNode } | undefined
}

/** The footnotes at the end of an answer, each with a link back. */
export function FootnoteList({ open }: FootnoteListProps): ReactNode {
  const { t } = useI18n()
  const { footnotes, prefix } = use(FootnotesContext)
  if (footnotes.list.length === 0) return null
  return (
    <div className="md-notes" role="group" aria-label={t('markdown.footnotes')}>
      <ol className="md-list">
        {footnotes.list.map(({ number, node }) => {
          const end = open?.node === node ? open.end : undefined
          const back = (
            <>
              {end}{' '}
              <a
                className="md-note-back"
                href={`#${prefix}-mark-${number}`}
                aria-label={t('markdown.backToText', { n: number })}
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
