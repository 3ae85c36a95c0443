import type { LanguageModelV4ToolResultPart } from '@ai-sdk/provider'
import type { CallOutcome } from './run-calls.ts'
import type { ReadCall } from './tool-set.ts'

/**
 * Results of the calls for the model; undefined if the model is not called again: it made no calls, or a call
 * waits for a person, the browser or an authorisation.
 */
export function resultsOf(
  calls: readonly ReadCall[],
  outcomes: ReadonlyMap<string, CallOutcome>,
): LanguageModelV4ToolResultPart[] | undefined {
  const ours = calls.filter(({ type }) => type !== 'provider')
  const results = ours.flatMap((call) => resultOf(call, outcomes.get(call.toolCallId)) ?? [])
  return ours.length > 0 && results.length === ours.length ? results : undefined
}

function resultOf(
  call: ReadCall,
  outcome: CallOutcome | undefined,
): LanguageModelV4ToolResultPart | undefined {
  const { toolCallId, toolName, providerOptions } = call
  const named = { type: 'tool-result' as const, toolCallId, toolName }
  if (call.type === 'wrong') {
    return { ...named, output: { type: 'error-text', value: call.problem } }
  }
  const result = providerOptions ? { ...named, providerOptions } : named
  if (outcome?.type === 'failure') {
    return { ...result, output: { type: 'error-text', value: outcome.errorText } }
  }
  if (outcome?.type !== 'result') return undefined
  const { output } = outcome
  return typeof output === 'string'
    ? { ...result, output: { type: 'text', value: output } }
    : { ...result, output: { type: 'json', value: output } }
}
