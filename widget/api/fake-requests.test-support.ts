import type { Auth } from './auth.ts'
import { createRequests, type Requests } from './create-requests.ts'
import {
  createFakeHttp,
  type Answer,
  type FakeHttp,
  type SentRequest,
} from './fake-http.test-support.ts'
import { createManualClock, type ManualClock } from './manual-clock.test-support.ts'

export interface FakeRequests {
  readonly clock: ManualClock
  readonly http: FakeHttp
  readonly requests: Requests
  readonly signal: AbortSignal
}

/** Requests of a known user to a server that always gives the same answer. */
export function createFakeRequests(
  answer: (request: SentRequest) => Answer,
  auth?: Partial<Auth>,
): FakeRequests {
  const clock = createManualClock()
  const http = createFakeHttp(answer)
  const requests = createRequests({
    base: 'https://chat.example',
    fetch: http.fetch,
    clock,
    random: () => 0,
    auth: {
      owner: () => null,
      hasIdentity: () => true,
      token: () => Promise.resolve('t'),
      replace: () => Promise.resolve('t'),
      inspect() {},
      refusal: (error) => error,
      ...auth,
    },
  })
  return { clock, http, requests, signal: new AbortController().signal }
}
