import { Markdown } from '../../widget/markdown/markdown.tsx'
import type { AnswerTextProps } from './answer-text.tsx'

/** An answer in the chat's own drawing of markdown, which loads no images. */
export function AnswerMarkdown({ text }: AnswerTextProps) {
  return <Markdown text={text} isStreaming={false} />
}
