import { useEffect, useMemo, useRef } from 'react'
import type { ReactNode } from 'react'
import { useI18n } from '../../../i18n/i18n-context.tsx'
import { Markdown } from '../../../markdown/markdown.tsx'
export { warmFonts } from '../../../markdown/warm-fonts.ts'
export { warmMarkdown } from '../../../markdown/warm-markdown.tsx'
import type { PlainTextProps } from './plain-text.tsx'
import { setTabStops } from '../message-element.ts'

export interface RichTextProps extends PlainTextProps {
  /** Stands after the last word once the text is whole. */
  tail?: ReactNode
}

/** An answer's markdown in the frame's words. Loaded on its own. */
export function RichText({ text, isStreaming, tail }: RichTextProps) {
  const { t } = useI18n()
  const root = useRef<HTMLDivElement>(null)
  const labels = useMemo(
    () => ({
      copyCode: t('markdown.copyCode'),
      copied: t('markdown.copied'),
      openInNewTab: t('markdown.newTab'),
      codeBlock: t('markdown.codeBlock'),
      imageLink: t('markdown.image'),
      wrapLines: t('markdown.wrapLines'),
      copyTable: t('markdown.copyTable'),
      copyTableMarkdown: t('markdown.copyTableMarkdown'),
      copyFormula: t('markdown.copyFormula'),
      footnotes: t('markdown.footnotes'),
      footnote: t('markdown.footnote'),
      backToText: t('markdown.backToText'),
    }),
    [t],
  )

  useEffect(() => {
    // This code may arrive after the message around it has settled its tab stops.
    const isCurrent = root.current?.closest('article')?.dataset['current'] !== 'false'
    if (root.current !== null && !isStreaming) setTabStops(root.current, isCurrent)
  }, [isStreaming])

  return (
    <div ref={root}>
      <Markdown
        text={text}
        isStreaming={isStreaming}
        labels={labels}
        caret={<span className="caret" aria-hidden />}
        tail={tail}
      />
    </div>
  )
}
