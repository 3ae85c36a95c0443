import type * as engineType from '../engine/main.ts'

export type Engine = typeof engineType

let loading: Promise<Engine> | undefined

/** Fetches what sends and receives, once; a failed try is made again with the next call. */
export function loadEngine(): Promise<Engine> {
  loading ??= import('../engine/main.ts').catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}
