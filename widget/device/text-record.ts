import type { KeyValueStorage } from '../../shared/key-value-storage.ts'

export interface TextRecordSettings<Value> {
  /** Contains the project: projects of one origin share its storage. */
  readonly key: string
  /** A function, because access to the storage already throws where it is blocked. Absent: no storage. */
  readonly open: (() => KeyValueStorage) | undefined
  /**
   * Parses a text that another version may have written. Returns `undefined` for an unreadable one, or throws.
   */
  readonly parse: (text: string) => Value | undefined
  readonly format: (value: Value) => string
}

/** A single value that is stored synchronously, so that it survives the page's end. Never throws. */
export interface TextRecord<Value> {
  /** Returns `undefined` without a readable value, or if the browser stores nothing. */
  read(): Value | undefined
  write(value: Value): void
  remove(): void
}

export function createTextRecord<Value>(settings: TextRecordSettings<Value>): TextRecord<Value> {
  const { key, open, parse, format } = settings

  function attempt<Result>(task: (storage: KeyValueStorage) => Result): Result | undefined {
    try {
      return open && task(open())
    } catch {
      // The storage is blocked or full, or the value is from other code.
      return undefined
    }
  }

  return {
    read: () =>
      attempt((storage) => {
        const text = storage.getItem(key)
        return text === null ? undefined : parse(text)
      }),
    write: (value) => attempt((storage) => storage.setItem(key, format(value))),
    remove: () => attempt((storage) => storage.removeItem(key)),
  }
}
