import { ChevronRight, CircleAlert, Paperclip, Wrench } from 'lucide-react'
import type { DeskPart } from '../../../shared/desk/conversations.ts'
import { Disclosure } from '../../../widget/ui/disclosure.tsx'
import { useI18n } from '../../i18n/i18n.tsx'
import { AnswerText } from '../../ui/answer-text.tsx'
import { JsonText } from '../../ui/json-text.tsx'
import { MarkedWords } from '../../ui/marked-words.tsx'

type PartOf<Type extends DeskPart['type']> = Extract<DeskPart, { type: Type }>

export interface MessagePartsProps {
  parts: readonly DeskPart[]
  /** Answers are markdown; words of people stand as they were typed. */
  isAnswer: boolean
}

/** The parts of a message in their order; sources stand together at the end. */
export function MessageParts({ parts, isAnswer }: MessagePartsProps) {
  const sources = parts.filter((part): part is PartOf<'source'> => part.type === 'source')
  return (
    <>
      {parts.map((part, index) => (
        <Part key={index} part={part} isAnswer={isAnswer} />
      ))}
      {sources.length > 0 && <Sources sources={sources} />}
    </>
  )
}

function Part({ part, isAnswer }: { part: DeskPart; isAnswer: boolean }) {
  const { t } = useI18n()
  switch (part.type) {
    case 'text':
      return isAnswer ? (
        <AnswerText text={part.text.map(({ text }) => text).join('')} />
      ) : (
        <p className="message-text" dir="auto">
          <MarkedWords words={part.text} />
        </p>
      )
    case 'thought':
      return (
        <Disclosure
          summary={
            <>
              <ChevronRight className="fold-sign" aria-hidden="true" data-flip />
              {t('thread.thought')}
            </>
          }
        >
          <p className="message-text" dir="auto">
            <MarkedWords words={part.text} />
          </p>
        </Disclosure>
      )
    case 'tool':
      return <ToolCall call={part.call} />
    case 'file':
      return (
        <p className="message-file">
          <Paperclip aria-hidden="true" />
          <bdi>{t('thread.file', { name: part.name })}</bdi>
        </p>
      )
    case 'source':
      return null
    default:
      return part satisfies never
  }
}

function ToolCall({ call }: Pick<PartOf<'tool'>, 'call'>) {
  const { t } = useI18n()
  const { name, args, result, isError } = call
  return (
    <Disclosure
      className={isError ? 'tool-call tool-failed' : 'tool-call'}
      summary={
        <>
          {isError ? <CircleAlert aria-hidden="true" /> : <Wrench aria-hidden="true" />}
          <bdi>{t(isError ? 'thread.toolFailed' : 'thread.tool', { name })}</bdi>
          <ChevronRight className="fold-sign" aria-hidden="true" data-flip />
        </>
      }
    >
      <h3>{t('thread.args')}</h3>
      <JsonText text={args} />
      <h3>{t('thread.result')}</h3>
      {result === null ? <p>{t('thread.noResult')}</p> : <JsonText text={result} />}
    </Disclosure>
  )
}

function Sources({ sources }: { sources: readonly PartOf<'source'>[] }) {
  const { t } = useI18n()
  return (
    <div className="message-sources">
      <h3>{t('thread.sources')}</h3>
      <ol>
        {sources.map(({ title, url, text }, index) => (
          <li key={index}>
            {url === null ? (
              <bdi>{title}</bdi>
            ) : (
              <a href={url} target="_blank" rel="noreferrer">
                <bdi>{title || url}</bdi>
              </a>
            )}
            {text !== null && (
              <p className="source-text" dir="auto">
                {text}
              </p>
            )}
          </li>
        ))}
      </ol>
    </div>
  )
}
