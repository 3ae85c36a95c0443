import { markInvisible } from '../../../../shared/mark-invisible.ts'
import { readPlainDirection } from '../../../markdown/text-direction.ts'

export interface PlainTextProps {
  text: string
  isStreaming: boolean
}

/** An answer's words as they are, line breaks kept. */
export function PlainText({ text, isStreaming }: PlainTextProps) {
  return (
    <p className="plain-text" dir={readPlainDirection(text)}>
      {markInvisible(text)}
      {isStreaming && <span className="caret" aria-hidden />}
    </p>
  )
}
