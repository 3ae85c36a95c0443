export interface PlainTextProps {
  text: string
  isStreaming: boolean
}

/** An answer's words as they are, line breaks kept. */
export function PlainText({ text, isStreaming }: PlainTextProps) {
  return (
    <p className="plain-text" dir="auto">
      {text}
      {isStreaming && <span className="caret" aria-hidden />}
    </p>
  )
}
