import { isBlankPart, type Message } from '../../../shared/thread/message.ts'
import type { Translate } from '../../i18n/create-translate.ts'
import type { ToolLabels } from '../../../shared/tool-labels.ts'
import { describeTool, wordsOfToolName } from '../../messages/tools/describe-tool.ts'
import { sayToolState } from '../../messages/tools/tool-words.ts'
import type { Notice } from '../../world/failures.ts'
import type { RunEnd } from './create-run-narrator.ts'

/** The sentence of the tool that runs right now; null when none does. */
export function describeCurrentTool(
  message: Message | undefined,
  t: Translate,
  labelsOf: (name: string) => ToolLabels = () => ({}),
): string | null {
  const part = message?.content.at(-1)
  if (part?.type !== 'tool-call') return null
  const look = describeTool(part, message?.status?.type === 'running')
  if (look !== 'waiting' && look !== 'running') return null
  const said = sayToolState(look, part, labelsOf(part.toolName), t)
  return said ?? t(`tool.${look}`, { tool: wordsOfToolName(part.toolName) })
}

/** An answer that runs, says nothing yet, and does not say that it waits. */
export const isSilentAnswer = (message: Message | undefined): boolean =>
  message?.status?.type === 'running' &&
  message.status.waitSeconds === undefined &&
  message.content.every(isBlankPart)

/** What there is to know of a run that is over. */
export interface RunOutcome {
  /** The last message of the shown path. */
  readonly last: Message | undefined
  /** It ended like this before the run began: the run left nothing of its own. */
  readonly isOld: boolean
  /** User messages that were not sent. */
  readonly unsent: ReadonlySet<string>
  /** The last message waits, and goes out by itself: that is said where it waits. */
  readonly isQueued: boolean
  /** What went wrong since the run began. */
  readonly failures: readonly Notice['during'][]
  readonly speechOf: (message: Message) => string
  /** The line under an answer that was cut; nothing where it simply ended. */
  readonly noteOf: (message: Message) => string | undefined
}

/**
 * How a run ended, read off the last message. An answer that was stopped before its first word is
 * gone, and maybe its question too; then the last message is one that was there before.
 */
export function describeRunEnd(outcome: RunOutcome): RunEnd {
  if (outcome.isQueued) return { type: 'noticed' }
  const { last, isOld, unsent, failures, speechOf, noteOf } = outcome
  if (last?.role !== 'assistant') {
    return { type: last !== undefined && unsent.has(last.id) ? 'not-sent' : 'stopped' }
  }
  if (isOld) {
    if (failures.includes('reload')) return { type: 'noticed' }
    return { type: failures.includes('send') ? 'failed' : 'stopped' }
  }
  if (last.status?.type === 'incomplete') {
    if (last.status.reason === 'error') return { type: 'failed' }
    if (last.status.reason === 'cancelled') return { type: 'stopped' }
  }
  return { type: 'complete', text: speechOf(last), note: noteOf(last) }
}
