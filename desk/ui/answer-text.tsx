import { lazy, Suspense } from 'react'
import './answer-text.css'

export interface AnswerTextProps {
  /** Markdown of a model. What was hidden in it is hidden already. */
  text: string
}

/** Loaded apart: an answer is there as plain text before its markdown, or without it. */
const AnswerMarkdown = lazy(() =>
  import('./answer-markdown.tsx').then(
    (loaded) => ({ default: loaded.AnswerMarkdown }),
    () => ({ default: PlainAnswer }),
  ),
)

/** An answer as people see it in the chat: no HTML, no images of others, and only safe links. */
export function AnswerText({ text }: AnswerTextProps) {
  return (
    <div className="answer-text">
      <Suspense fallback={<PlainAnswer text={text} />}>
        <AnswerMarkdown text={text} />
      </Suspense>
    </div>
  )
}

function PlainAnswer({ text }: AnswerTextProps) {
  return (
    <p className="answer-plain" dir="auto">
      {text}
    </p>
  )
}
