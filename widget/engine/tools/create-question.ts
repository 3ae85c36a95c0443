import { ERROR_TEXTS } from '../../../shared/error-texts.ts'
import { AlcoveError } from '../../../shared/errors.ts'
import type { JsonValue } from '../../../shared/json.ts'

/** What one running tool asks of the person: one thing at a time. */
export interface Question {
  /** What is asked now; `undefined`: nothing. */
  readonly payload: JsonValue | undefined
  /** Takes the place of what was asked before, which rejects with `conflict`. */
  ask(payload: JsonValue): Promise<JsonValue>
  /** False when nothing is asked. */
  answer(value: JsonValue): boolean
  /** Nobody will answer any more: what is asked, and whatever will be, rejects. */
  close(error: AlcoveError): void
}

interface Asked {
  readonly payload: JsonValue
  readonly resolve: (value: JsonValue) => void
  readonly reject: (error: AlcoveError) => void
}

export function createQuestion(onChange: () => void): Question {
  let asked: Asked | undefined
  let closed: AlcoveError | undefined

  /** Before anybody is told: whoever hears of it asks what is so now. */
  function take(): Asked | undefined {
    const before = asked
    asked = undefined
    return before
  }

  return {
    get payload() {
      return asked?.payload
    },
    ask(payload) {
      if (closed) return Promise.reject(closed)
      take()?.reject(new AlcoveError('conflict', ERROR_TEXTS.humanSuperseded))
      const { promise, resolve, reject } = Promise.withResolvers<JsonValue>()
      asked = { payload, resolve, reject }
      onChange()
      return promise
    },
    answer(value) {
      const before = take()
      before?.resolve(value)
      if (before) onChange()
      return before !== undefined
    },
    close(error) {
      closed = error
      take()?.reject(error)
    },
  }
}
