import { setTimeout as delay } from 'node:timers/promises'
import { AlcoveError } from '../shared/errors.ts'

/** How long an answer is valid, so that callers cannot make the server write more often. */
export const READY_LIFE_MS = 1_000
/** A write that takes longer counts as failed. */
export const READY_LIMIT_MS = 5_000

export interface WriteProof {
  /** Subject of a sentence: "The database". */
  readonly what: string
  /** Writes something; rejects if it cannot. */
  readonly write: () => Promise<void>
}

export interface ReadinessSettings {
  readonly proofs: readonly WriteProof[]
  /** Called when writes begin to fail, and with `undefined` when all work again. */
  readonly onChange: (failure: AlcoveError | undefined) => void
  /** Milliseconds, from any fixed point. */
  readonly elapsed: () => number
  /** Default: {@link READY_LIMIT_MS}. */
  readonly limitMs?: number
}

/** Tells whether this process can store new messages and files. */
export interface Readiness {
  /** Resolves with `undefined` if it can. Concurrent calls share one check. */
  check(): Promise<AlcoveError | undefined>
  /** Makes every later check fail, because the process stops. */
  stop(): void
}

export function createReadiness(settings: ReadinessSettings): Readiness {
  const { proofs, onChange, elapsed, limitMs = READY_LIMIT_MS } = settings
  const provers = proofs.map((proof) => createProver(proof, limitMs))
  let isStopping = false
  let isFailing = false
  let latest: { readonly result: Promise<AlcoveError | undefined>; endedAt: number } | undefined

  async function prove(): Promise<AlcoveError | undefined> {
    const failures = await Promise.all(provers.map((prove) => prove()))
    const failure = failures.find((each) => each !== undefined)
    if (isFailing !== (failure !== undefined)) onChange(failure)
    isFailing = failure !== undefined
    return failure
  }

  return {
    async check() {
      if (isStopping) return new AlcoveError('unavailable', 'The server is stopping.')
      if (!latest || elapsed() - latest.endedAt >= READY_LIFE_MS) {
        const proof = { result: prove(), endedAt: Infinity }
        latest = proof
        void proof.result.then(() => (proof.endedAt = elapsed()))
      }
      return latest.result
    },
    stop() {
      isStopping = true
    },
  }
}

type Prove = () => Promise<AlcoveError | undefined>

/** All callers wait for the same write: while one hangs, no second one starts. */
function createProver({ what, write }: WriteProof, limitMs: number): Prove {
  let going: Promise<void> | undefined
  return async () => {
    if (!going) {
      going = write().finally(() => (going = undefined))
      // A late failure has no caller left, and must not end the process.
      going.catch(() => {})
    }
    const waiting = new AbortController()
    const late = delay(limitMs, undefined, { signal: waiting.signal }).then(() => {
      throw new Error(`It took longer than ${limitMs} ms.`)
    })
    try {
      await Promise.race([going, late])
      return undefined
    } catch (cause) {
      return new AlcoveError('unavailable', `${what} takes no writes at the moment.`, { cause })
    } finally {
      waiting.abort()
      late.catch(() => {})
    }
  }
}
