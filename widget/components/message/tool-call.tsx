import { Check, CircleAlert, Clock, LoaderCircle, Minus, ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { useI18n } from '../../i18n/i18n-context.tsx'
import type { ToolCallPart } from '../../../shared/thread/message.ts'
import { Disclosure } from '../../ui/disclosure.tsx'
import { describeTool } from './describe-tool.ts'
import type { ToolLook } from './describe-tool.ts'
import { PREVIEW_CHARACTERS, printToolJson } from './print-tool-json.ts'
import { wordsOfToolName } from './words-of-tool-name.ts'

const ICONS = {
  waiting: Clock,
  running: LoaderCircle,
  done: Check,
  failed: CircleAlert,
  ended: Minus,
  asking: ShieldCheck,
  denied: Minus,
} satisfies Record<ToolLook, unknown>

export interface ToolCallProps {
  part: ToolCallPart
  /** Whether the message still grows; a call without a result in a finished one has ended. */
  isRunning: boolean
}

/** What the assistant did, folded to one line: a state as icon and words, details inside. */
export function ToolCall({ part, isRunning }: ToolCallProps) {
  const { t } = useI18n()
  const look = describeTool(part, isRunning)
  const Icon = ICONS[look]
  const name = wordsOfToolName(part.toolName)
  // The name is set apart wherever the sentence has it.
  const [before = '', after = ''] = t(`tool.${look}`, { tool: '\n' }).split('\n')

  return (
    <Disclosure
      className="tool"
      summary={
        <>
          <Icon className="tool-icon" data-state={look} />
          <span className="tool-name">
            {before}
            <bdi>{name}</bdi>
            {after}
          </span>
        </>
      }
    >
      <ToolJson
        title={t('tool.input')}
        value={part.state === 'input-streaming' ? part.argsText : part.args}
      />
      {part.result !== undefined && <ToolJson title={t('tool.result')} value={part.result} />}
    </Disclosure>
  )
}

function ToolJson({ title, value }: { title: string; value: ToolCallPart['result'] }) {
  const { t } = useI18n()
  const [isWhole, setIsWhole] = useState(false)
  const text = printToolJson(value)
  const isLong = text.length > PREVIEW_CHARACTERS && !isWhole

  return (
    <div className="tool-json">
      <p className="tool-json-title">{title}</p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard scrolls it */}
      <pre dir="ltr" translate="no" tabIndex={0} role="group" aria-label={title}>
        {isLong ? `${text.slice(0, PREVIEW_CHARACTERS)}…` : text}
      </pre>
      {isLong && (
        <button type="button" className="text-button" onClick={() => setIsWhole(true)}>
          {t('tool.showAll')}
        </button>
      )}
    </div>
  )
}
