import { useEffect, useRef, useState } from 'react'
import { SEARCH_TOOL } from '../../shared/knowledge-tools.ts'
import { readAttachments } from '../../shared/thread/attachment.ts'
import type { Message, MessagePart } from '../../shared/thread/message.ts'
import { useI18n } from '../i18n/i18n-context.tsx'
import { CitesContext, hasCites } from '../markdown/cited-text.tsx'
import { MessageActions } from './actions/message-actions.tsx'
import { AttachmentList } from '../files/attachment-list.tsx'
import { AnswerEnd } from './failures/answer-end.tsx'
import { OtherWay } from './failures/other-way.tsx'
import { AnswerFiles } from './parts/answer-files.tsx'
import { AnswerText } from './parts/answer-text.tsx'
import { foldTools, groupParts, type AnswerState, type PartGroup } from './parts/group-parts.ts'
import { Reasoning } from './parts/reasoning.tsx'
import { PendingLine } from './pending-line.tsx'
import { offerTexts } from './offer-texts.ts'
import { numberSources } from './sources/read-source.ts'
import { SourceChips, SourceList, useCites } from './sources/sources.tsx'
import { ToolCall, ToolGroup } from './tools/tool-call.tsx'
import './parts/folded.css'
import './sources/sources.css'
import './sources/passages.css'

export interface AssistantMessageProps {
  message: Message
  isLast: boolean
}

/** An answer: the dot in the margin, then the assistant's reasoning, tool calls and text. */
export function AssistantMessage({ message, isLast }: AssistantMessageProps) {
  const { id: messageId, content, status } = message
  const isRunning = status?.type === 'running'
  const isWaiting = isLast && status?.type === 'requires-action'
  const isWriting = content.at(-1)?.type === 'text'
  const [wasLive, setWasLive] = useState(isRunning)
  if (isRunning && !wasLive) setWasLive(true)
  const answer: AnswerState = { messageId, isRunning, isWaiting, isLive: wasLive }
  const turn = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (wasLive && !isRunning && turn.current !== null) offerTexts(turn.current)
  }, [wasLive, isRunning])

  return (
    <div
      ref={turn}
      className="assistant-turn"
      data-state={isRunning ? 'running' : 'done'}
      translate={isRunning ? 'no' : undefined}
    >
      <span
        className="margin-dot"
        data-state={isRunning && !isWriting ? 'waiting' : 'still'}
        aria-hidden
      />
      <div className="answer">
        {isRunning && !content.some(isVisible) ? (
          <PendingLine waitSeconds={status.waitSeconds} isStarting={status.isStarting} />
        ) : (
          <AnswerBody message={message} isLast={isLast} answer={answer} />
        )}
        <MessageActions message={message} isLast={isLast} />
      </div>
    </div>
  )
}

const isVisible = (part: MessagePart): boolean => part.type !== 'text' || part.text.trim() !== ''

const isSearch = (part: MessagePart): boolean =>
  part.type === 'tool-call' && part.toolName === SEARCH_TOOL

interface AnswerBodyProps {
  message: Message
  isLast: boolean
  answer: AnswerState
}

/** Reasoning, tool calls and text in order; then files, sources, and a note about the end. */
function AnswerBody({ message, isLast, answer }: AnswerBodyProps) {
  const { t } = useI18n()
  const groups = foldTools(groupParts(message.content), answer)
  const { reasoningMs, lostFiles } = message.metadata.custom
  const files = readAttachments(message.metadata.custom, () => {})
  // The stored duration covers the whole message.
  const isOneThought = groups.filter((group) => group.type === 'reasoning').length === 1
  const sources = numberSources(message.content)
  const drawCite = useCites(sources, answer.isRunning, message.content.some(isSearch))
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
            tail={
              after?.type === 'cites' && !hasCites(group.part.text) ? (
                <SourceChips sources={after.sources} />
              ) : undefined
            }
          />
        )
      case 'reasoning':
        return <Reasoning key={key} parts={group.parts} isOpen={isOpen} durationMs={thoughtMs} />
      case 'tool-call':
        return <ToolCall key={key} part={group.part} answer={answer} />
      case 'tools':
        return <ToolGroup key={key} parts={group.parts} answer={answer} />
      case 'cites':
        // After text, chips are in the same line.
        return before?.type !== 'text' && <SourceChips key={key} sources={group.sources} />
      default:
        return group satisfies never
    }
  }

  return (
    <>
      <CitesContext value={drawCite}>{groups.map(draw)}</CitesContext>
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
      <SourceList sources={sources} />
      {!answer.isRunning && <OtherWay message={message} />}
      <AnswerEnd message={message} isLast={isLast} />
    </>
  )
}
