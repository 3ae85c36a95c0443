import type { SharedV4Warning } from '@ai-sdk/provider'
import { TOOL_TEXTS } from './backend-tool.ts'
import { readStepEnd, type StepEnd } from './finish-reasons.ts'
import { quoteName } from './mend-event.ts'
import { createFailure } from './provider-failure.ts'
import type { AnswerEnd, Finish, StepPart } from './step-parts.ts'
import type { ReadCall } from './tool-set.ts'

const cutOff = () => createFailure('cut', 'the stream ended without a finish')

/**
 * An answer is complete only if the provider reported so.
 *
 * @throws AlcoveError for an answer that failed or was cut off.
 */
export function requireEnd(finish: Finish | undefined): Exclude<StepEnd, 'error' | 'cut'> {
  const end = finish ? readStepEnd(finish.finishReason) : 'cut'
  if (end === 'cut') throw cutOff()
  if (end !== 'error') return end
  throw createFailure('down', `finish reason ${finish?.finishReason.raw ?? 'error'}`)
}

/** Logs an unknown reason: after words or calls, its end is like any other. */
export function readEnd(
  { finishReason }: Finish,
  end: ReturnType<typeof requireEnd>,
  onWarnings: (warnings: readonly SharedV4Warning[]) => void,
  hasSaid: boolean,
): AnswerEnd {
  if (end !== 'unknown') return end
  const message = `the finish reason ${quoteName(finishReason.raw)} is not known`
  onWarnings([{ type: 'other', message }])
  return hasSaid ? 'stop' : 'other'
}

/** True for arguments that are no whole JSON. */
export const isIncomplete = ({ type, input }: ReadCall): boolean =>
  type === 'wrong' && typeof input === 'string'

export const toCut = (call: ReadCall): StepPart => ({
  type: 'tool-call',
  call: { ...call, type: 'wrong', problem: TOOL_TEXTS.cutCall },
})

/** Ends calls whose result will never come. */
export function* endCalls(calls: readonly ReadCall[], end: StepEnd): Generator<StepPart, void> {
  for (const { type, toolCallId } of calls) {
    const isRefused = end === 'content-filter' && (type === 'own' || type === 'browser')
    if (isRefused) yield { type: 'tool-ended', toolCallId, errorText: TOOL_TEXTS.filtered }
    if (type === 'provider')
      yield { type: 'tool-ended', toolCallId, errorText: TOOL_TEXTS.noResult }
  }
}
