import { readAttachments } from '../../../shared/thread/attachment.ts'
import type { Message } from '../../../shared/thread/message.ts'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { AttachmentList } from '../attachments/attachment-list.tsx'
import { AnswerEnd } from '../failures/answer-end.tsx'
import { AnswerFiles } from './answer-files.tsx'
import { foldTools, groupParts, type AnswerState, type PartGroup } from './group-parts.ts'
import { AnswerText } from './answer-text.tsx'
import { numberSources } from '../sources/read-source.ts'
import { Reasoning } from './reasoning.tsx'
import { SourceChips, SourceList } from '../sources/sources.tsx'
import { ToolCall, ToolGroup } from '../tools/tool-call.tsx'
import './folded.css'
import '../sources/sources.css'

export interface AnswerBodyProps {
  message: Message
  isLast: boolean
  answer: AnswerState
}

/** What the assistant thought, did and wrote, in order; then files, sources, and how it ended. */
export function AnswerBody({ message, isLast, answer }: AnswerBodyProps) {
  const { t } = useI18n()
  const groups = foldTools(groupParts(message.content), answer)
  const { reasoningMs, lostFiles } = message.metadata.custom
  const files = readAttachments(message.metadata.custom, () => {})
  // The stored duration is that of the whole message.
  const isOneThought = groups.filter((group) => group.type === 'reasoning').length === 1
  const thoughtMs = isOneThought && typeof reasoningMs === 'number' ? reasoningMs : undefined

  function draw(group: PartGroup, index: number) {
    const [before, after] = [groups[index - 1], groups[index + 1]]
    const isOpen = answer.isRunning && group === groups.at(-1)
    const { key } = group
    switch (group.type) {
      case 'text':
        return (
          <AnswerText
            key={key}
            text={group.part.text}
            isStreaming={isOpen}
            tail={after?.type === 'cites' ? <SourceChips sources={after.sources} /> : undefined}
          />
        )
      case 'reasoning':
        return <Reasoning key={key} parts={group.parts} isOpen={isOpen} durationMs={thoughtMs} />
      case 'tool-call':
        return <ToolCall key={key} part={group.part} answer={answer} />
      case 'tools':
        return <ToolGroup key={key} parts={group.parts} answer={answer} />
      case 'cites':
        // After words they stand in the same line.
        return before?.type !== 'text' && <SourceChips key={key} sources={group.sources} />
      default:
        return group satisfies never
    }
  }

  return (
    <>
      {groups.map(draw)}
      {files.length > 0 ? (
        <AttachmentList attachments={files} />
      ) : (
        <AnswerFiles parts={message.content} />
      )}
      {typeof lostFiles === 'number' && (
        <p className="message-note" data-ui>
          {t('message.lostFiles')}
        </p>
      )}
      <SourceList sources={numberSources(message.content)} />
      <AnswerEnd message={message} isLast={isLast} />
    </>
  )
}
