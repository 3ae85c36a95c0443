import type { AnswerRecorder } from './answer-record.ts'
import type { LanguageModelV4CallOptions, SharedV4Warning } from '@ai-sdk/provider'
import type { AnswerKnowledge } from './answer-knowledge.ts'
import type { ContextWindow } from './context-window.ts'
import type { BoundHooks } from './hooks.ts'
import type { PassageGuard } from './passage-guard.ts'
import type { StreamingModel } from './language-model.ts'
import type { ProviderCall } from './provider-call.ts'
import type { CallRunner } from './run-calls.ts'
import type { CallIds, ToolSet } from './tool-set.ts'
import type { WordsAhead } from './words-ahead.ts'

/** Everything that the model calls of one answer need. */
export interface StepsSetup {
  readonly model: StreamingModel
  /** Makes the requests of one answer to the provider. */
  readonly call: ProviderCall
  readonly words: Pick<WordsAhead, 'merge'>
  /** Options of the first model call. Each step adds its texts and results to the prompt. */
  readonly options: Omit<LanguageModelV4CallOptions, 'tools' | 'abortSignal'>
  readonly tools: ToolSet
  readonly callIds: CallIds
  readonly runCall: CallRunner
  /** Maximum of model calls. */
  readonly maxSteps: number
  readonly signal: AbortSignal
  readonly window: ContextWindow
  /** Ids of the messages that begin the questions of the prompt, oldest first. */
  readonly questionIds: readonly string[]
  readonly onToolFailure: (toolName: string, error: unknown) => void
  readonly onWarnings: (warnings: readonly SharedV4Warning[]) => void
  /** Called for an event that the package could not read, after which it reads on. */
  readonly onUnreadable: () => void
  /** Called when the provider refused a prompt as too long, and a shorter one is sent. */
  readonly onTooLong: () => void
  /** Name of the model, for its hooks. */
  readonly name: string
  readonly hooks: BoundHooks
  readonly recorder?: AnswerRecorder | undefined
  readonly knowledge: AnswerKnowledge | undefined
  readonly guard: PassageGuard
  /** The person's last words. */
  readonly question: string
}
