import type { LanguageModelV4StreamPart } from '@ai-sdk/provider'
import type { Usage } from '../../shared/thread/message.ts'
import type { StepEnd } from './finish-reasons.ts'
import type { CallOutcome } from './run-calls.ts'
import type { TextWasThought } from './read-thoughts.ts'
import type { ReadCall } from './tool-set.ts'

export type OwnCall = Extract<ReadCall, { readonly type: 'own' }>
export type Finish = Extract<LanguageModelV4StreamPart, { readonly type: 'finish' }>
type ToldOtherwise = 'stream-start' | 'response-metadata' | 'tool-call' | 'finish' | 'error'

export type SaidPart =
  | Exclude<LanguageModelV4StreamPart, { readonly type: ToldOtherwise }>
  | TextWasThought
  | { readonly type: 'start-step' }
  | { readonly type: 'tool-call'; readonly call: ReadCall }

/** The end of an answer. `other`: the provider named an unknown reason and said nothing. */
export type AnswerEnd = Exclude<StepEnd, 'error' | 'cut' | 'unknown'> | 'other'

/** Parts of a step whose words a hook of the operator judges. */
export type JudgementPart =
  /** From here on, the words of the step wait for their judgement; then for nothing more. */
  | { readonly type: 'judging'; readonly isOn: boolean }
  /** All parts of the step so far are void: what follows replaces them, without metadata of its provider. */
  | { readonly type: 'reset-step' }

/** Parts of an answer: those of the provider's package, and the outcomes of its calls between them. */
export type StepPart =
  | SaidPart
  | { readonly type: 'tool-outcome'; readonly call: OwnCall; readonly outcome: CallOutcome }
  /** A call that will never have a result; the text is safe to show. */
  | { readonly type: 'tool-ended'; readonly toolCallId: string; readonly errorText: string }
  | JudgementPart
  /** The model is told nothing before this message. */
  | { readonly type: 'memory-begins'; readonly messageId: string }
  | { readonly type: 'finish-step'; readonly usage: Usage }
  | { readonly type: 'finish'; readonly finishReason: AnswerEnd; readonly usage: Usage }
