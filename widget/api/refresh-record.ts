import * as v from 'valibot'
import type { KeyValueStorage } from '../../shared/key-value-storage.ts'
import { refreshTokenSchema } from '../../shared/wire/tokens.ts'

export type RefreshToken = v.InferOutput<typeof refreshTokenSchema>

/** `memory`: the browser refuses to keep the token; if that lasts, the history ends with this page. */
export type StorageState = 'kept' | 'memory'

/** Where the anonymous visitor's refresh token lives. Never throws. */
export interface RefreshRecord {
  read(): RefreshToken | null
  write(token: RefreshToken): void
  /** Whoever it named signed out here. */
  remove(): void
  readonly state: StorageState
}

export interface RefreshRecordSettings {
  /** The project's address; it is part of the key, so that projects never share a visitor. */
  readonly base: string
  /** A function, because touching `localStorage` already throws where storage is blocked. */
  readonly openStorage: () => KeyValueStorage
  readonly onState?: ((state: StorageState) => void) | undefined
}

/** Where clients kept it before the key named the project. */
const OLD_KEY = 'aui:refresh_token'
const refreshTokenKey = (base: string): string => `${OLD_KEY}:${base}`

export function createRefreshRecord(settings: RefreshRecordSettings): RefreshRecord {
  const key = refreshTokenKey(settings.base)
  let memory: RefreshToken | null = null
  /** The storage's row at the time that it refused the token. */
  let refused: string | null = null
  let state: StorageState = 'kept'
  let hasMoved = false

  function attempt<Result>(task: (storage: KeyValueStorage) => Result): Result | undefined {
    try {
      return task(settings.openStorage())
    } catch {
      setState('memory')
      return undefined
    }
  }

  function setState(next: StorageState) {
    if (state === next) return
    state = next
    settings.onState?.(state)
  }

  function keep(storage: KeyValueStorage, token: RefreshToken) {
    storage.setItem(key, JSON.stringify(token))
    setState('kept')
  }

  /** The storage's row. A refused token is stored again, unless another tab wrote a newer one. */
  function readKept(storage: KeyValueStorage): RefreshToken | null {
    const text = storage.getItem(key)
    if (state === 'memory' && memory !== null && text === refused) {
      keep(storage, memory)
      return memory
    }
    setState('kept')
    return parseRecord(text)
  }

  /** Whoever comes first takes it: an old record does not say which project it belongs to. */
  function moveOldRecord(storage: KeyValueStorage) {
    if (hasMoved) return
    hasMoved = true
    const old = storage.getItem(OLD_KEY)
    if (old === null) return
    // Written before the old one goes, so that a crash in between loses nobody.
    if (parseRecord(old) && !parseRecord(storage.getItem(key))) storage.setItem(key, old)
    storage.removeItem(OLD_KEY)
  }

  return {
    read() {
      attempt(moveOldRecord)
      // Another tab may have written a newer one, so storage is asked every time.
      const kept = attempt(readKept)
      return kept === undefined ? memory : kept
    },
    write(token) {
      memory = token
      attempt((storage) => {
        refused = storage.getItem(key)
        keep(storage, token)
      })
    },
    remove() {
      memory = null
      attempt((storage) => storage.removeItem(key))
    },
    get state() {
      return state
    },
  }
}

function parseRecord(text: string | null): RefreshToken | null {
  if (text === null) return null
  try {
    const parsed = v.safeParse(refreshTokenSchema, JSON.parse(text))
    return parsed.success ? parsed.output : null
  } catch {
    return null
  }
}
