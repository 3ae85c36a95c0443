/** As much of the browser's `localStorage` as is needed. Every call may throw, where it is blocked or full. */
export interface KeyValueStorage {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
  removeItem(key: string): void
}
