import type { KeyValueStorage } from '../../shared/key-value-storage.ts'
import type { Locks } from './locks.ts'

let count = 0

/** Makes a unique token with these times in seconds. */
export function fakeToken(claims: {
  exp?: unknown
  iat?: unknown
  sub?: unknown
  workspace_id?: unknown
}): string {
  count += 1
  const part = (value: object) =>
    btoa(JSON.stringify(value)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
  return `${part({ alg: 'HS256' })}.${part({ ...claims, jti: count })}.c2lnbmF0dXJl`
}

/** Makes a token that lives for `lifeMs` from `nowMs` on. */
export const tokenFor = (nowMs: number, lifeMs = 900_000): string =>
  fakeToken({ iat: nowMs / 1000, exp: (nowMs + lifeMs) / 1000 })

export function fakeTokens(nowMs: number, refreshToken = 'rt_1') {
  return {
    access_token: tokenFor(nowMs),
    refresh_token: {
      token: refreshToken,
      expires_at: new Date(nowMs + 2_592_000_000).toISOString(),
    },
  }
}

export function createFakeStorage(entries: Record<string, string> = {}): KeyValueStorage {
  const values = new Map(Object.entries(entries))
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  }
}

/** Fake locks, shared by several tabs. */
export function createFakeLocks(): Locks {
  const queues = new Map<string, Promise<unknown>>()
  return {
    request(name, _options, task) {
      const turn = (queues.get(name) ?? Promise.resolve()).then(task)
      queues.set(
        name,
        turn.catch(() => {}),
      )
      return turn
    },
  }
}
