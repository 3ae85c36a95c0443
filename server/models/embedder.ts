import { createFailure, describeFailure, type ProviderFailure } from './provider-failure.ts'
import type { TextEmbedding } from './embedding-model.ts'
import { hideQuotes } from './hide-quotes.ts'
import type { ModelClock } from './model-clock.ts'
import type { ModelLog } from './model-log.ts'
import { promptTokens } from './prompt-tokens.ts'
import { createProviderCall } from './provider-call.ts'
import type { ProviderLimits } from './provider-limits.ts'
import { readRetryAfterMs, retryDelayMs } from './retry-delay.ts'

/** Most numbers of a vector. */
export const DIMENSIONS_MAX = 4_096

/** Texts as vectors, in their order. */
export interface Embedded {
  /** Of one length; their numbers may be any. */
  readonly vectors: readonly (readonly number[])[]
  /** Tokens that the provider counted, or an estimate. */
  readonly tokens: number
}

export interface EmbeddingPatience {
  /** Time of the whole call, with pauses and retries. */
  readonly totalMs: number
  /** Retries after the first attempt. */
  readonly retries: number
}

/** An embedding model, ready to be asked. */
export interface Embedder {
  /** Name in logs, such as `openai/text-embedding-3-small`. */
  readonly name: string
  /** As `TextEmbedding.maxTexts`. */
  maxTexts(): Promise<number | undefined>
  /**
   * @throws EmbeddingError, or the reason of `signal`.
   */
  embed(
    texts: readonly string[],
    patience: EmbeddingPatience,
    signal: AbortSignal,
  ): Promise<Embedded>
}

/** A call of an embedding model that failed for good. */
export class EmbeddingError extends Error {
  override name = 'EmbeddingError'
  readonly failure: ProviderFailure
  /** Pause that the provider asks for. */
  readonly retryAfterMs: number | undefined

  constructor(failure: ProviderFailure, retryAfterMs?: number) {
    super(`The embedding model failed: ${failure.kind}.`)
    this.failure = failure
    this.retryAfterMs = retryAfterMs
  }
}

export interface EmbedderSetup {
  readonly name: string
  readonly model: TextEmbedding
  /** Undefined: the model's own. */
  readonly dimensions: number | undefined
  readonly limits: ProviderLimits
  readonly clock: ModelClock
  readonly log: ModelLog
}

/** An embedding model behind our interface, with our own limits and retries. */
export function createEmbedder(setup: EmbedderSetup): Embedder {
  const { name, model, clock, log } = setup
  return {
    name,
    maxTexts: async () => model.maxTexts,
    async embed(texts, { totalMs, retries }, signal) {
      signal.throwIfAborted()
      const late = AbortSignal.timeout(totalMs)
      const either = AbortSignal.any([signal, late])
      for (let attempts = 1; ; attempts += 1) {
        try {
          return await tryOnce(setup, texts, either)
        } catch (error) {
          signal.throwIfAborted()
          const cause = late.aborted ? createFailure('too-slow', 'the whole took too long') : error
          const failure = describeFailure(cause, (words) => hideQuotes(words, texts))
          const wishedMs = readRetryAfterMs(failure.headers, new Date())
          const mayRetry = failure.isRetryable && attempts <= retries
          const waitMs = mayRetry ? retryDelayMs(attempts - 1, wishedMs, totalMs) : undefined
          if (waitMs === undefined) {
            log.failed(failure, attempts)
            throw new EmbeddingError(failure, wishedMs)
          }
          log.retried(failure, attempts, waitMs)
          await clock.sleep(waitMs, either)
        }
      }
    },
  }
}

async function tryOnce(
  { model, dimensions, limits }: EmbedderSetup,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<Embedded> {
  signal.throwIfAborted()
  let broken: Error | undefined
  const call = createProviderCall(limits, (error) => (broken = error))
  try {
    // A model that connects by its own means may pass over the signal.
    const { embeddings, usage } = await Promise.race([
      call(() => model.embed(texts, { dimensions, signal })),
      rejectWhenAborted(signal),
    ])
    requireVectors(embeddings, texts.length)
    return { vectors: embeddings, tokens: usage?.tokens ?? promptTokens(texts) }
  } catch (error) {
    throw broken ?? error
  }
}

// Limit: the `totalMs` of the call, "a model that never answers fails in its time".
const rejectWhenAborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
  })

function requireVectors(vectors: unknown, count: number): void {
  const isList = Array.isArray(vectors) && vectors.every(Array.isArray)
  if (!isList || vectors.length !== count) {
    const given = isList ? `${vectors.length} vectors` : 'no vectors'
    throw createFailure('malformed', `${given} for ${count} texts`)
  }
  const [length = 0, ...others] = new Set(vectors.map((vector) => vector.length))
  if (length >= 1 && length <= DIMENSIONS_MAX && others.length === 0) return
  throw createFailure(
    'malformed',
    `vectors of ${[length, ...others].join(' and ')} numbers; expected one length from 1 to ${DIMENSIONS_MAX}`,
  )
}
