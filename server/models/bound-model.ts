import type { LanguageModelV4StreamPart } from '@ai-sdk/provider'
import { createDeadline } from './provider-call.ts'
import { createFailure } from './provider-failure.ts'
import type { ProviderLimits } from './provider-limits.ts'
import type { StreamingModel } from './language-model.ts'

type TimeLimits = Pick<ProviderLimits, 'connectMs' | 'firstByteMs' | 'gapMs'>

/**
 * Limits the time of a model that connects by its own means: until its first part as long as for connection
 * and first byte together, then between two parts. Time in which no part is asked for does not count.
 */
export function boundModel(model: StreamingModel, limits: TimeLimits): StreamingModel {
  return {
    async doStream(options) {
      const late = createLateness()
      const given = options.abortSignal
      const abortSignal = given ? AbortSignal.any([given, late.signal]) : late.signal
      const { connectMs, firstByteMs, gapMs } = limits
      late.expect(connectMs + firstByteMs, 'timeout', 'no first part in time')
      try {
        const { stream } = await late.race(model.doStream({ ...options, abortSignal }))
        return { stream: boundStream(stream, late, gapMs) }
      } catch (error) {
        late.stop()
        throw error
      }
    },
  }
}

async function* boundStream(
  stream: AsyncIterable<LanguageModelV4StreamPart>,
  late: Lateness,
  gapMs: number,
): AsyncGenerator<LanguageModelV4StreamPart, void, undefined> {
  const source = stream[Symbol.asyncIterator]()
  let hasPart = false
  try {
    for (;;) {
      if (hasPart) late.expect(gapMs, 'stalled', 'the stream paused for too long')
      const { done, value } = await late.race(source.next())
      if (done) return
      // Packages say `stream-start` by themselves.
      hasPart ||= value.type !== 'stream-start'
      if (hasPart) late.stop()
      yield value
    }
  } finally {
    late.stop()
    // Not awaited: a model that is late answers this late too.
    void source.return?.()?.catch(() => {})
  }
}

/** A time limit for each of several waits. */
interface Lateness {
  /** Aborts when a limit has passed. */
  readonly signal: AbortSignal
  expect(ms: number, kind: 'timeout' | 'stalled', detail: string): void
  stop(): void
  /** @throws the failure of the limit that passes first. */
  race<Value>(task: PromiseLike<Value>): Promise<Value>
}

function createLateness(): Lateness {
  const abort = new AbortController()
  let passed: Error | undefined
  let onLate = (_failure: Error) => {}
  const deadline = createDeadline((failure) => {
    passed = failure
    onLate(failure)
    abort.abort(failure)
  })
  return {
    signal: abort.signal,
    expect: (ms, kind, detail) => deadline.start(ms, () => createFailure(kind, detail)),
    stop: () => deadline.stop(),
    race(task) {
      // Limit: the milliseconds of `expect`, "a model as a value has the time limits of a named one".
      return new Promise((resolve, reject) => {
        onLate = reject
        if (passed) reject(passed)
        task.then(resolve, reject)
      })
    },
  }
}
