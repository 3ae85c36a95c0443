import { Suspense } from 'react'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { PlainText } from './plain-text.tsx'
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
