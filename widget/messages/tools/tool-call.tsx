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
import type { ToolCallPart } from '../../../shared/thread/message.ts'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { isRunningAtom } from '../../conversation/atoms/conversations.ts'
import { Disclosure } from '../../ui/disclosure.tsx'
import type { AnswerState } from '../parts/group-parts.ts'
import { describeTool, isInterrupted, type ToolLook } from './describe-tool.ts'
import { useHumanRequest } from './use-human-request.tsx'
import { loadPageCards, ToolDecision } from './tool-decision.tsx'
import { ToolSentence } from './tool-sentence.tsx'
import { sayToolState, withoutHidden } from './tool-words.ts'
import { usePageTool, useToolLabels } from './use-tool-labels.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'

// What a call was given and gave is seen by who opens it; the cards that ask show it, too.
const loadData = () => import('./cards/tool-data.tsx')
const ToolData = lazyPart(async () => (await loadData()).ToolData)
const ToolJson = lazyPart(async () => (await loadData()).ToolJson)
// It comes with the page's tools.
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

/** What the assistant did, folded to one line: a state as icon and words, details inside. */
export const ToolCall = memo(function ToolCall({ part, answer }: ToolCallProps) {
  const { t, locale } = useI18n()
  // Names of calls repeat: one of an older answer asks nothing.
  const asked = useHumanRequest(part.toolCallId)
  const request = answer.isRunning || answer.isWaiting ? asked : null
  const isLeft = useIsLeft(part, answer)
  const look = request || isLeft ? 'asking' : describeTool(part, answer.isRunning, answer.isWaiting)
  const Sign = ICONS[look]
  const durationMs = useToolDuration(look)
  const labels = useToolLabels(part.toolName)
  const isOfPage = usePageTool(part.toolName) !== undefined
  const sentence = sayToolState(look, part, labels, t)
  const shownArgs = withoutHidden(part.args, labels)
  const hasResult = part.result !== undefined && !isInterrupted(part)
  const isAsked =
    request !== null || (answer.isWaiting && (look === 'asking' || look === 'running'))
  // The card of a question says what is asked and shows all of it.
  const isSaidByCard = look === 'asking' && isAsked && !isInterrupted(part)

  return (
    <>
      {!isSaidByCard && (
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
                <span className="tool-name" dir="auto">
                  {sentence}
                </span>
              )}
              {durationMs !== null && (look === 'done' || look === 'running') && (
                // While it runs it changes each second, which is no name for a button.
                <span className="tool-time" aria-hidden={look === 'running' || undefined}>
                  {formatSeconds(locale, durationMs, look === 'running')}
                </span>
              )}
            </>
          }
        >
          <Suspense>
            {labels.fields && part.state !== 'input-streaming' ? (
              <ToolData title={t('tool.input')} value={shownArgs} labels={labels.fields} />
            ) : (
              <ToolJson
                title={t('tool.input')}
                value={part.state === 'input-streaming' ? part.argsText : shownArgs}
              />
            )}
            {hasResult && (
              <ToolJson title={t('tool.result')} value={withoutHidden(part.result, labels)} />
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

/** An answer that grows makes a new state for every token; a call cares for few of them. */
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

/** Many calls as one line; each of them inside. */
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

/** Whether a call of the page was cut off by a reload. One that this page runs asks by itself. */
function useIsLeft({ state }: ToolCallPart, { isWaiting, isLive }: AnswerState): boolean {
  const isRunning = useAtomValue(isRunningAtom)
  return isWaiting && !isLive && !isRunning && state === 'input-available'
}

/** A call that runs for longer says for how long; a quick one would only flicker. */
export const ELAPSED_AFTER_MS = 3_000

/** Milliseconds that a call took, or takes by now, if its run was seen from here; a stored one does not know. */
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
      setDurationMs(performance.now() - startedAt.current)
      startedAt.current = null
    }
    return undefined
  }, [look])

  return durationMs
}

const SECOND_MS = 1000
/** From here on tenths tell nothing. */
const WHOLE_FROM_SECONDS = 10

/** A short span as a figure, for example "0.8s"; of what still grows, whole seconds. */
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
