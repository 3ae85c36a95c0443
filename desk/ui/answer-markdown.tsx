import { Markdown } from '../../widget/markdown/markdown.tsx'

/** An answer in the chat's own drawing of markdown, which loads no images. */
export function AnswerMarkdown({ text }: { text: string }) {
  return <Markdown text={text} isStreaming={false} />
}
