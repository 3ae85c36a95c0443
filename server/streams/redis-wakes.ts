import type { Redis } from 'ioredis'

/** Tells readers that something was written. A word that is lost costs a reader its waiting time. */
export interface RedisWakes {
  /** Calls `wake` whenever something is written to the stream, until the returned function is called. */
  listen(key: string, wake: () => void): () => void
  close(): void
}

export function createRedisWakes(client: Redis): RedisWakes {
  const listeners = new Map<string, Set<() => void>>()
  let subscriber: Redis | undefined

  function connect(): Redis {
    // A connection that listens can do nothing else, and may be silent for hours.
    const made = client.duplicate({
      connectionName: 'alcove-wakes',
      socketTimeout: undefined,
      commandTimeout: undefined,
      enableOfflineQueue: true,
      maxRetriesPerRequest: null,
    })
    // Readers look by themselves while it is away.
    made.on('error', () => {})
    made.on('message', (channel) => {
      for (const wake of listeners.get(channel) ?? []) wake()
    })
    return made
  }

  return {
    listen(key, wake) {
      subscriber ??= connect()
      const known = listeners.get(key)
      const own = known ?? new Set()
      own.add(wake)
      if (!known) {
        listeners.set(key, own)
        subscriber.subscribe(key).catch(() => {})
      }
      return () => {
        if (!own.delete(wake) || own.size > 0) return
        listeners.delete(key)
        subscriber?.unsubscribe(key).catch(() => {})
      }
    },
    close() {
      listeners.clear()
      subscriber?.disconnect()
    },
  }
}
