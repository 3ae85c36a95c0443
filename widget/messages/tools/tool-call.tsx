import { memo, Suspense, useEffect, useRef, useState } from 'react'
import {
  Check,
  CircleAlert,
  Clock,
  Layers,
  LoaderCircle,
  Minus,
  ShieldCheck,
  X,
} from 'lucide-react'
import { useAtomValue } from 'jotai/react'
import { SEARCH_TOOL } from '../../../shared/knowledge-tools.ts'
import type { ToolCallPart } from '../../../shared/thread/message.ts'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { readPlainDirection } from '../../markdown/text-direction.ts'
import { isRunningAtom } from '../../conversation/atoms/conversations.ts'
import { Disclosure } from '../../ui/disclosure.tsx'
import type { AnswerState } from '../parts/group-parts.ts'
import { describeTool, isInterrupted, type ToolLook } from './describe-tool.ts'
import { useHumanRequest } from './use-human-request.tsx'
import { loadPageCards, ToolDecision } from './tool-decision.tsx'
import { ToolSentence } from './tool-sentence.tsx'
import { toolStateSentence, withoutHidden } from './tool-words.ts'
import { usePageTool, useToolLabels } from './use-tool-labels.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'

// Arguments and results are shown in the opened details, and in cards that ask.
const ToolJson = lazyPart(async () => (await import('./cards/tool-data.tsx')).ToolJson)
const ToolValue = lazyPart(async () => (await import('./cards/tool-value.tsx')).ToolValue)
// Loaded with the page's tools.
const PageRun = lazyPart(async () => (await loadPageCards()).PageRun)

const ICONS = {
  waiting: Clock,
  running: LoaderCircle,
  done: Check,
  failed: CircleAlert,
  ended: Minus,
  asking: ShieldCheck,
  denied: X,
  changed: CircleAlert,
} satisfies Record<ToolLook, unknown>

export interface ToolCallProps {
  part: ToolCallPart
  answer: AnswerState
}

/** A tool call, folded to one line: state as icon and words, details inside. */
export const ToolCall = memo(function ToolCall({ part, answer }: ToolCallProps) {
  const { t, locale } = useI18n()
  // Ids of calls repeat: a call of an older answer asks nothing.
  const asked = useHumanRequest(part.toolCallId)
  const request = answer.isRunning || answer.isWaiting ? asked : null
  const isLeft = useIsLeft(part, answer)
  const look = request || isLeft ? 'asking' : describeTool(part, answer.isRunning, answer.isWaiting)
  const Sign = ICONS[look]
  const durationMs = useToolDuration(look)
  const labels = useToolLabels(part.toolName)
  const isOfPage = usePageTool(part.toolName) !== undefined
  const sentence = toolStateSentence(look, part, labels, t)
  const shownArgs = withoutHidden(part.args, labels)
  // The result of a search is for the model; people get the passages that the answer cites.
  const hasResult =
    part.result !== undefined && !isInterrupted(part) && part.toolName !== SEARCH_TOOL
  const isAsked =
    request !== null || (answer.isWaiting && (look === 'asking' || look === 'running'))
  // The card shows the whole question, so the line is left out.
  const isShownByCard = look === 'asking' && isAsked && !isInterrupted(part)

  return (
    <>
      {!isShownByCard && (
        <Disclosure
          className="tool"
          summary={
            <>
              <Sign className="tool-icon" data-state={look} />
              {sentence === null ? (
                <ToolSentence
                  toolName={part.toolName}
                  say={(translate, tool) => translate(`tool.${look}`, { tool })}
                />
              ) : (
                <span className="tool-name own-words" dir={readPlainDirection(sentence)}>
                  {sentence}
                </span>
              )}
              {durationMs !== null && (look === 'done' || look === 'running') && (
                // Changes every second while the call runs, so it is hidden from the button's name.
                <span className="tool-time" aria-hidden={look === 'running' || undefined}>
                  {formatSeconds(locale, durationMs, look === 'running')}
                </span>
              )}
            </>
          }
        >
          <Suspense>
            {part.state === 'input-streaming' ? (
              <ToolJson title={t('tool.input')} value={part.argsText} />
            ) : (
              <ToolValue title={t('tool.input')} value={shownArgs} labels={labels.fields} />
            )}
            {hasResult && (
              <ToolValue
                title={t('tool.result')}
                value={withoutHidden(part.result, labels)}
                labels={labels.fields}
              />
            )}
          </Suspense>
        </Disclosure>
      )}
      {isOfPage && (
        <Suspense>
          <PageRun part={part} messageId={answer.messageId} />
        </Suspense>
      )}
      {isAsked && (
        <ToolDecision part={part} isLive={answer.isLive} isLeft={isLeft} request={request} />
      )}
    </>
  )
}, isSameCall)

/** A growing answer makes a new state for every token, and few of them concern a call. */
function isSameCall(before: ToolCallProps, after: ToolCallProps): boolean {
  return (
    before.part === after.part &&
    before.answer.isRunning === after.answer.isRunning &&
    before.answer.isWaiting === after.answer.isWaiting &&
    before.answer.isLive === after.answer.isLive
  )
}

interface ToolGroupProps {
  parts: readonly ToolCallPart[]
  answer: AnswerState
}

/** Many calls in one line, with each of them inside. */
export function ToolGroup({ parts, answer }: ToolGroupProps) {
  const { t } = useI18n()
  return (
    <Disclosure
      className="tool"
      summary={
        <>
          <Layers className="tool-icon" />
          <span className="tool-name">{t('tool.used', { n: parts.length })}</span>
        </>
      }
    >
      {parts.map((part) => (
        <ToolCall key={part.toolCallId} part={part} answer={answer} />
      ))}
    </Disclosure>
  )
}

/** True for a page tool's call that a reload interrupted. Calls that this page runs ask by themselves. */
function useIsLeft({ state }: ToolCallPart, { isWaiting, isLive }: AnswerState): boolean {
  const isRunning = useAtomValue(isRunningAtom)
  return isWaiting && !isLive && !isRunning && state === 'input-available'
}

/** A longer call shows its duration; on a quick one it would only flicker. */
export const ELAPSED_AFTER_MS = 3_000

/** Duration of a call in milliseconds, so far or in total; `null` for stored calls, which this page did not run. */
function useToolDuration(look: ToolLook): number | null {
  const startedAt = useRef<number | null>(null)
  const [durationMs, setDurationMs] = useState<number | null>(null)

  useEffect(() => {
    if (look === 'asking' || look === 'waiting') startedAt.current = null
    if (look === 'running') {
      const began = (startedAt.current ??= performance.now())
      const timer = setInterval(() => {
        const elapsedMs = performance.now() - began
        if (elapsedMs >= ELAPSED_AFTER_MS) setDurationMs(elapsedMs)
      }, SECOND_MS)
      return () => clearInterval(timer)
    }
    if (startedAt.current !== null) {
      const tookMs = performance.now() - startedAt.current
      setDurationMs(tookMs < SHOWN_FROM_MS ? null : tookMs)
      startedAt.current = null
    }
    return undefined
  }, [look])

  return durationMs
}

const SECOND_MS = 1000
/** A shorter duration would be shown as 0.0 seconds. */
export const SHOWN_FROM_MS = 50
/** From here on, tenths are not informative. */
const WHOLE_FROM_SECONDS = 10

/** A short duration, for example "0.8s"; whole seconds while it grows. */
function formatSeconds(locale: string, durationMs: number, isGrowing: boolean): string {
  const seconds = durationMs / SECOND_MS
  const digits = seconds < WHOLE_FROM_SECONDS && !isGrowing ? 1 : 0
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: 'second',
    unitDisplay: 'narrow',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(isGrowing ? Math.floor(seconds) : seconds)
}
