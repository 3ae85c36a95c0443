import CircleQuestionMark from 'lucide-react/icons/circle-question-mark'
import { useState } from 'react'
import type { FormEvent, KeyboardEvent } from 'react'
import { useI18n } from '../../../i18n/i18n-context.tsx'
import { AutoGrowTextarea } from '../../../ui/auto-grow-textarea.tsx'
import { decideKey } from '../../composer/decide-key.ts'
import { isTouchPrimary } from '../../composer/touch-primary.ts'
import { DecisionButton, DecisionCard } from './decision-card.tsx'
import { readHumanPayload } from './read-human-payload.ts'
import { FieldList } from './tool-data.tsx'
import { ToolSentence } from './tool-sentence.tsx'
import { useAnnounceOnce } from '../use-announce-once.ts'
import { useDecision } from './use-decision.ts'
import type { HumanRequest } from './use-human-request.ts'
import { wordsOfToolName } from './words-of-tool-name.ts'
import { markInvisible } from '../../../../shared/mark-invisible.ts'

export interface HumanCardProps {
  request: HumanRequest
  isLive: boolean
}

/** A question of a tool: answers to choose from, or a field. */
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
      title={
        <ToolSentence
          toolName={toolName}
          say={(translate, tool) => translate('human.title', { tool })}
        />
      }
      actions={choices.map((choice) => (
        <DecisionButton key={choice} isDisabled={isMade} onClick={() => answer(choice)}>
          <bdi>{markInvisible(choice)}</bdi>
        </DecisionButton>
      ))}
    >
      {message !== '' && (
        <p className="plain-text decision-message" dir="auto">
          {markInvisible(message)}
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
  const [text, setText] = useState('')
  const canSend = text.trim() !== '' && !isDisabled

  function send(): void {
    if (canSend) onSend(text.trim())
  }

  function handleSubmit(event: FormEvent): void {
    event.preventDefault()
    send()
  }

  function handleKeyDown(event: KeyboardEvent): void {
    const { isComposing, keyCode } = event.nativeEvent
    const { key, shiftKey, ctrlKey, metaKey } = event
    const press = { key, keyCode, isComposing, shiftKey, ctrlKey, metaKey }
    // The tool waits within a run; its answer is not a new message.
    const context = { isRunning: false, isTouchPrimary: isTouchPrimary(window) }
    if (decideKey(press, context) === 'native') return
    event.preventDefault()
    send()
  }

  return (
    <form className="decision-form" onSubmit={handleSubmit}>
      <AutoGrowTextarea
        className="decision-field"
        aria-label={t('human.answer')}
        placeholder={placeholder}
        readOnly={isDisabled}
        dir={text === '' ? undefined : 'auto'}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={handleKeyDown}
      />
      <DecisionButton isMain isDisabled={!canSend} onClick={send}>
        {t('human.send')}
      </DecisionButton>
    </form>
  )
}
