import { CircleQuestionMark } from 'lucide-react'
import { useAtomValue } from 'jotai/react'
import { useState, type FormEvent, type KeyboardEvent, useRef } from 'react'
import { isPlainObject, type JsonValue } from '../../../../shared/json.ts'
import { markAllInvisible } from '../../../../shared/mark-invisible.ts'
import { settingsAtom } from '../../../world/settings.ts'
import { useI18n } from '../../../i18n/i18n-context.tsx'
import { wordsOfToolName } from '../describe-tool.ts'
import { AutoGrowTextarea } from '../../../ui/auto-grow-textarea.tsx'
import { decideFieldKey } from '../../../world/decide-key.ts'
import { DecisionButton, DecisionCard, useDecision } from './decision-card.tsx'
import { FieldList } from './tool-data.tsx'
import { ToolSentence } from '../tool-sentence.tsx'
import type { HumanRequest } from '../use-human-request.tsx'
import { useAnnounceOnce } from '../../../ui/use-announce-once.tsx'
import { flattenFields, type ToolField } from '../tool-values.ts'
import { useTypedText } from '../../../world/use-typed-text.tsx'

export interface HumanCardProps {
  request: HumanRequest
  isLive: boolean
}

/** A tool's question: answers to choose from, or a field. */
export function HumanCard({ request, isLive }: HumanCardProps) {
  const { t } = useI18n()
  const { toolCallId, toolName, payload } = request
  const { isMade, decide } = useDecision(toolCallId)
  const { message, choices, placeholder, fields } = readHumanPayload(payload)
  const answer = (value: string) => decide({ type: 'human', value })
  useAnnounceOnce(t('human.announce', { tool: wordsOfToolName(toolName) }), isLive)

  return (
    <DecisionCard
      icon={<CircleQuestionMark />}
      title={<ToolSentence toolName={toolName} say={(_, tool) => t('human.title', { tool })} />}
      actions={
        <>
          {choices.map((choice) => (
            <DecisionButton key={choice} isDisabled={isMade} onClick={() => answer(choice)}>
              <bdi>{markAllInvisible(choice)}</bdi>
            </DecisionButton>
          ))}
          <DecisionButton isQuiet isDisabled={isMade} onClick={() => decide({ type: 'skip' })}>
            {t('tool.skip')}
          </DecisionButton>
        </>
      }
    >
      {message !== '' && (
        <p className="plain-text decision-message" dir="auto">
          {markAllInvisible(message)}
        </p>
      )}
      {fields.length > 0 && <FieldList title={t('tool.input')} fields={fields} />}
      {choices.length === 0 && (
        <AnswerField placeholder={placeholder} isDisabled={isMade} onSend={answer} />
      )}
    </DecisionCard>
  )
}

interface AnswerFieldProps {
  placeholder: string
  isDisabled: boolean
  onSend: (text: string) => void
}

function AnswerField({ placeholder, isDisabled, onSend }: AnswerFieldProps) {
  const { t } = useI18n()
  const { sendKey } = useAtomValue(settingsAtom)
  const [text, setText] = useState('')
  const field = useRef<HTMLTextAreaElement>(null)
  const handleChange = useTypedText('answer', field, text, setText)
  const canSend = text.trim() !== '' && !isDisabled

  function send(): void {
    if (canSend) onSend(text.trim())
  }

  function handleSubmit(event: FormEvent): void {
    event.preventDefault()
    send()
  }

  function handleKeyDown(event: KeyboardEvent): void {
    // The tool waits within a run, so its answer is not a new message.
    if (decideFieldKey(event, false, sendKey) === 'native') return
    event.preventDefault()
    send()
  }

  return (
    <form className="decision-form" onSubmit={handleSubmit}>
      <AutoGrowTextarea
        ref={field}
        className="decision-field"
        aria-label={t('human.answer')}
        placeholder={placeholder}
        readOnly={isDisabled}
        dir={text === '' ? undefined : 'auto'}
        value={text}
        onChange={handleChange}
        onKeyDown={handleKeyDown}
      />
      <DecisionButton isMain isDisabled={!canSend} onClick={send}>
        {t('human.send')}
      </DecisionButton>
    </form>
  )
}

/** A tool's question, as far as its payload has a known form. */
interface HumanQuestion {
  readonly message: string
  /** Answers to choose from; none: free text. */
  readonly choices: readonly string[]
  readonly placeholder: string
  /** A payload of unknown form, by names and values. */
  readonly fields: readonly ToolField[]
}

/**
 * Reads a question: a sentence, `{ message?, choices?, placeholder? }` or `{ question?, options? }`, which may be
 * mixed.
 */
export function readHumanPayload(payload: JsonValue): HumanQuestion {
  const nothing = { message: '', choices: [], placeholder: '', fields: [] }
  if (typeof payload === 'string') return { ...nothing, message: payload }
  if (!isPlainObject(payload)) {
    const fields = flattenFields(payload)
    const [first] = fields
    // Values without names form a sentence.
    return first?.name === '' ? { ...nothing, message: first.text } : { ...nothing, fields }
  }
  const message = [payload['message'], payload['question']].find(isText) ?? ''
  const placeholder = [payload['placeholder']].find(isText) ?? ''
  const choices = [payload['choices'], payload['options']].map(readChoices).find(isFilled) ?? []
  const isKnown = message !== '' || placeholder !== '' || isFilled(choices)
  return { message, choices, placeholder, fields: isKnown ? [] : flattenFields(payload) }
}

const isText = (value: JsonValue | undefined): value is string =>
  typeof value === 'string' && value.trim() !== ''

const isFilled = (choices: readonly string[]): boolean => choices.length > 0

/** Each choice once, in order. Only text and numbers can become buttons. */
function readChoices(given: JsonValue | undefined): readonly string[] {
  if (!Array.isArray(given)) return []
  const texts = given.map((choice) => (typeof choice === 'number' ? String(choice) : choice))
  return [...new Set(texts.filter(isText))]
}
