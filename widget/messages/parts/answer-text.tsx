import { Suspense } from 'react'
import { markInvisible } from '../../../shared/mark-invisible.ts'
import { readPlainDirection } from '../../markdown/text-direction.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import type { RichTextProps } from './rich-text.tsx'

const RichText = lazyPart(async () => (await import('./rich-text.tsx')).RichText)

/** Markdown once its code is here; until then the same words as they are. */
export function AnswerText(props: RichTextProps) {
  return (
    <div className="answer-text" data-speech>
      <Suspense fallback={<PlainText {...props} />}>
        <RichText {...props} />
      </Suspense>
    </div>
  )
}

/** An answer's words as they are, line breaks kept. */
export function PlainText({ text, isStreaming }: Pick<RichTextProps, 'text' | 'isStreaming'>) {
  return (
    <p className="plain-text" dir={readPlainDirection(text)}>
      {markInvisible(text)}
      {isStreaming && <span className="caret" aria-hidden />}
    </p>
  )
}
