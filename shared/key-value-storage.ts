/** The used part of the browser's `localStorage`. Every call may throw if it is blocked or full. */
export interface KeyValueStorage {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
  removeItem(key: string): void
}
