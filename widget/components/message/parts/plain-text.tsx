import { markInvisible } from '../../../../shared/mark-invisible.ts'

export interface PlainTextProps {
  text: string
  isStreaming: boolean
}

/** An answer's words as they are, line breaks kept. */
export function PlainText({ text, isStreaming }: PlainTextProps) {
  return (
    <p className="plain-text" dir="auto">
      {markInvisible(text)}
      {isStreaming && <span className="caret" aria-hidden />}
    </p>
  )
}
