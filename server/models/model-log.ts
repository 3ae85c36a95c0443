import type { SharedV4Warning } from '@ai-sdk/provider'
import { AlcoveError } from '../../shared/errors.ts'
import { remedyOf } from './failure-remedy.ts'
import { addressOf, type ModelPlace } from './model-place.ts'
import { OperatorCallError } from './operator-call-error.ts'
import type { FailureKind, ProviderFailure } from './provider-failure.ts'

/** Maximum of a provider's words in an entry, in characters. */
export const DETAIL_LIMIT = 300

/** An entry for the operator's log: without keys, and without texts of people or models. */
export interface ModelLogEntry {
  readonly event:
    | 'model_retry'
    | 'model_failed'
    | 'model_fallback'
    | 'model_warning'
    | 'tool_failed'
    | 'hook_failed'
  /** The model's name, for example `openai/gpt-5`. */
  readonly model: string
  readonly detail: string
  /** Only for failures of a provider. */
  readonly kind?: FailureKind
  /** Host and port of the provider, if the settings name them. */
  readonly address?: string
  /** Only for the end of an answer: the change that ends such failures. */
  readonly remedy?: string
  /** The provider's HTTP status, if there was one. */
  readonly status?: number
  /** Calls so far. */
  readonly attempts?: number
  /** Delay before the next call. */
  readonly waitMs?: number
  /** The model that is asked instead. */
  readonly fallback?: string
}

export interface ModelLog {
  /** Returns the failure in the operator's words. */
  failed(failure: ProviderFailure, attempts: number): string
  retried(failure: ProviderFailure, attempts: number, waitMs: number): void
  fellBack(failure: ProviderFailure, attempts: number, fallback: string): void
  /** Logs a failed function of the operator: {@link OperatorCallError} holds no text of a person. */
  hookFailed(error: OperatorCallError): string
  /** Logs a backend tool's failure by the name of its error: its message may quote a person. */
  toolFailed(toolName: string, error: unknown): void
  /** Logs each different warning of a model once, and at most {@link WARNINGS_MAX}. */
  warned(warnings: readonly SharedV4Warning[]): void
}

/** A server that makes up names must fill neither the log nor the memory. */
export const WARNINGS_MAX = 100

interface ModelLogSetup {
  readonly name: string
  readonly redact: (text: string) => string
  readonly place?: ModelPlace
  readonly log: (entry: ModelLogEntry) => void
}

export function createModelLog({ name: model, redact, place, log }: ModelLogSetup): ModelLog {
  const known = new Set<string>()

  const describe = ({ kind, status, detail }: ProviderFailure) => ({
    model,
    kind,
    // Cut last: a half of a key is not recognised.
    detail: redact(detail).slice(0, DETAIL_LIMIT),
    ...(place === undefined ? {} : { address: addressOf(place) }),
    ...(status === undefined ? {} : { status }),
  })

  return {
    failed(failure, attempts) {
      const described = describe(failure)
      log({ event: 'model_failed', ...described, attempts, remedy: remedyOf(failure, place) })
      return described.detail
    },
    retried: (failure, attempts, waitMs) =>
      log({ event: 'model_retry', ...describe(failure), attempts, waitMs }),
    fellBack: (failure, attempts, fallback) =>
      log({ event: 'model_fallback', ...describe(failure), attempts, fallback }),
    hookFailed({ hook, message }) {
      const detail = redact(`${hook}: ${message}`)
      log({ event: 'hook_failed', model, detail })
      return detail
    },
    toolFailed: (toolName, error) =>
      log({ event: 'tool_failed', model, detail: `${toolName}: ${failureName(error)}` }),
    warned(warnings) {
      for (const warning of warnings) {
        const detail = redact(describeWarning(warning))
        if (known.has(detail) || known.size >= WARNINGS_MAX) continue
        known.add(detail)
        log({ event: 'model_warning', model, detail })
      }
    },
  }
}

function describeWarning(warning: SharedV4Warning): string {
  switch (warning.type) {
    case 'unsupported':
    case 'compatibility':
      return `${warning.type} ${warning.feature}: ${warning.details ?? ''}`.trim()
    case 'deprecated':
      return `${warning.type} ${warning.setting}: ${warning.message}`
    case 'other':
      return warning.message
    default:
      warning satisfies never
      return 'unknown warning'
  }
}

/**
 * Text about a tool's failure for the log: our own sentence, or the name of the error. Messages of other
 * errors may hold secrets.
 */
export function failureName(error: unknown): string {
  const cause = error instanceof AlcoveError && error.cause !== undefined ? error.cause : error
  if (cause instanceof AlcoveError) return cause.message
  if (cause instanceof OperatorCallError) return `${cause.hook}: ${cause.message}`
  return cause instanceof Error ? cause.name : 'not an error'
}
