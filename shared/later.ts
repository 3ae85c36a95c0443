/**
 * A part of the program that comes when it is wanted: calling it fetches the part, once; after a failed
 * try the next call tries again. Of the frame, the build puts all such parts into one file
 * (`vite.config.ts`).
 */
export interface Later<Part> {
  (): Promise<Part>
  /** The part, once it is there: who acts on a click does so before the next key is pressed. */
  readonly now: Part | undefined
}

export function later<Part>(fetch: () => Promise<Part>): Later<Part> {
  let loading: Promise<Part> | undefined
  let now: Part | undefined

  function load(): Promise<Part> {
    loading ??= fetch().then(
      (part) => (now = part),
      (error: unknown) => {
        loading = undefined
        throw error
      },
    )
    return loading
  }

  return Object.defineProperty(load, 'now', { get: () => now }) as Later<Part>
}
