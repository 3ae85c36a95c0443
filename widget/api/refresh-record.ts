import * as v from 'valibot'
import type { KeyValueStorage } from '../../shared/key-value-storage.ts'
import { refreshTokenSchema } from '../../shared/wire/tokens.ts'

export type RefreshToken = v.InferOutput<typeof refreshTokenSchema>

/** `memory`: the browser refuses to store the token. If that lasts, the history ends with this page. */
export type StorageState = 'kept' | 'memory'

/** Store of the anonymous visitor's refresh token. Never throws. */
export interface RefreshRecord {
  read(): RefreshToken | null
  write(token: RefreshToken): void
  /** Removes the token, when its visitor signs out here. */
  remove(): void
  readonly state: StorageState
}

export interface RefreshRecordSettings {
  /** Address of the project, used as part of the key, so that projects do not share a visitor. */
  readonly base: string
  /** A function, because access to `localStorage` already throws in browsers that block storage. */
  readonly openStorage: () => KeyValueStorage
  readonly onState?: ((state: StorageState) => void) | undefined
}

/** Key of older clients, before it contained the project. */
const OLD_KEY = 'aui:refresh_token'
const refreshTokenKey = (base: string): string => `${OLD_KEY}:${base}`

export function createRefreshRecord(settings: RefreshRecordSettings): RefreshRecord {
  const key = refreshTokenKey(settings.base)
  let memory: RefreshToken | null = null
  /** Content of the storage when it refused the token. */
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

  /** Reads the storage's row. Stores a formerly refused token, unless another tab wrote a newer one. */
  function readKept(storage: KeyValueStorage): RefreshToken | null {
    const text = storage.getItem(key)
    if (state === 'memory' && memory !== null && text === refused) {
      keep(storage, memory)
      return memory
    }
    setState('kept')
    return parseRecord(text)
  }

  /** Moves the old record to the first project that reads it: the record does not name its project. */
  function moveOldRecord(storage: KeyValueStorage) {
    if (hasMoved) return
    hasMoved = true
    const old = storage.getItem(OLD_KEY)
    if (old === null) return
    // Written before the old record is removed, so that a crash in between loses no visitor.
    if (parseRecord(old) && !parseRecord(storage.getItem(key))) storage.setItem(key, old)
    storage.removeItem(OLD_KEY)
  }

  return {
    read() {
      attempt(moveOldRecord)
      // Read the storage each time: another tab may have written a newer token.
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
