import type * as engineType from '../engine/main.ts'

export type Engine = typeof engineType

let loading: Promise<Engine> | undefined

/** Fetches what sends and receives, once; a failed try is made again with the next call. */
export function loadEngine(): Promise<Engine> {
  loading ??= load().catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}

/** The calls come with it: when the network is away nothing could fetch them. */
async function load(): Promise<Engine> {
  const [engine] = await Promise.all([
    import('../engine/main.ts'),
    import('../cloud/chat-calls.ts'),
  ])
  return engine
}
