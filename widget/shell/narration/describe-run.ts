import { isBlankPart, type Message } from '../../../shared/thread/message.ts'
import type { Translate } from '../../i18n/create-translate.ts'
import type { ToolLabels } from '../../../shared/tool-labels.ts'
import { describeTool, wordsOfToolName } from '../../messages/tools/describe-tool.ts'
import { toolStateSentence } from '../../messages/tools/tool-words.ts'
import type { Notice } from '../../world/failures.ts'
import type { RunEnd } from './create-run-narrator.ts'

/** The sentence of the currently running tool; `null` without one. */
export function describeCurrentTool(
  message: Message | undefined,
  t: Translate,
  labelsOf: (name: string) => ToolLabels = () => ({}),
): string | null {
  const part = message?.content.at(-1)
  if (part?.type !== 'tool-call') return null
  const look = describeTool(part, message?.status?.type === 'running')
  if (look !== 'waiting' && look !== 'running') return null
  const said = toolStateSentence(look, part, labelsOf(part.toolName), t)
  return said ?? t(`tool.${look}`, { tool: wordsOfToolName(part.toolName) })
}

/** The text about a running answer without content; undefined if it says that it waits, or for any other. */
export function silenceOf(
  message: Message | undefined,
): 'message.slow' | 'message.starting' | undefined {
  if (message?.status?.type !== 'running' || !message.content.every(isBlankPart)) return undefined
  const { waitSeconds, isStarting } = message.status
  if (waitSeconds !== undefined) return undefined
  return isStarting ? 'message.starting' : 'message.slow'
}

/** Facts about a finished run. */
export interface RunOutcome {
  /** The last message of the shown thread that does not wait. */
  readonly last: Message | undefined
  /** The message already had this ending before the run began, so the run left none. */
  readonly isOld: boolean
  /** User messages that were not sent. */
  readonly unsent: ReadonlySet<string>
  /** A message behind it waits and is sent automatically; the composer announces that. */
  readonly isQueued: boolean
  /** Failures since the run began. */
  readonly failures: readonly Notice['during'][]
  readonly speechOf: (message: Message) => string
  /** The line under an answer that was cut short; `undefined` for a complete one. */
  readonly noteOf: (message: Message) => string | undefined
}

/**
 * Reads the end of a run from the last message. An answer that was stopped before its first word is removed,
 * perhaps with its question; then the last message is an older one.
 */
export function describeRunEnd(outcome: RunOutcome): RunEnd {
  const { last, isOld, unsent, isQueued, failures, speechOf, noteOf } = outcome
  if (last?.role !== 'assistant') {
    if (last !== undefined && unsent.has(last.id)) return { type: 'not-sent' }
    return { type: isQueued ? 'noticed' : 'stopped' }
  }
  if (isOld) {
    if (isQueued || failures.includes('reload')) return { type: 'noticed' }
    return { type: failures.includes('send') ? 'failed' : 'stopped' }
  }
  if (last.status?.type === 'incomplete') {
    if (last.status.reason === 'error') return { type: 'failed' }
    if (last.status.reason === 'cancelled') return { type: 'stopped' }
  }
  return { type: 'complete', text: speechOf(last), note: noteOf(last) }
}
