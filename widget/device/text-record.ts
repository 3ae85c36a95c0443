import type { KeyValueStorage } from '../../shared/key-value-storage.ts'

export interface TextRecordSettings<Value> {
  /** Of the project: projects of one origin share its storage. */
  readonly key: string
  /** A function, because touching the storage already throws where it is blocked. Absent: there is none. */
  readonly open: (() => KeyValueStorage) | undefined
  /** Another version may have written it: `undefined` for what this one cannot read. It may throw. */
  readonly parse: (text: string) => Value | undefined
  readonly format: (value: Value) => string
}

/** One value that is kept at once, so that a page which is about to go takes it along. Never throws. */
export interface TextRecord<Value> {
  /** `undefined` as well where the browser keeps nothing. */
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
      // Blocked, full, or written by something else.
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
