import { Redis } from 'ioredis'

/** Slower answers count as failed. */
export const REDIS_COMMAND_TIMEOUT_MS = 250
/** Time limit for a new connection. */
export const REDIS_CONNECT_TIMEOUT_MS = 2_000
/** A connection with an answer overdue for this long is dead, and is replaced. */
export const REDIS_SILENCE_TIMEOUT_MS = 3_000
const RETRY_FIRST_MS = 50
const RETRY_MAX_MS = 1_000

export interface RedisConnection {
  /**
   * Rejects commands at once while disconnected, and each after {@link REDIS_COMMAND_TIMEOUT_MS}; never sends
   * a command twice.
   */
  readonly client: Redis
  /** The reason of the missing connection; undefined while connected. */
  readonly trouble: unknown
  close(): void
}

/**
 * Connects to a Redis that the service can do without: resolves when it is ready, or when the first attempt
 * has failed; attempts go on until `close()`.
 *
 * @param url `redis://…`, or `rediss://…` for TLS.
 */
export async function connectRedis(url: string): Promise<RedisConnection> {
  // Limit: REDIS_CONNECT_TIMEOUT_MS, REDIS_COMMAND_TIMEOUT_MS, REDIS_SILENCE_TIMEOUT_MS: "a connection that stays
  // silent is made anew".
  const client = new PatientRedis(url, {
    lazyConnect: true,
    connectionName: 'alcove',
    connectTimeout: REDIS_CONNECT_TIMEOUT_MS,
    commandTimeout: REDIS_COMMAND_TIMEOUT_MS,
    socketTimeout: REDIS_SILENCE_TIMEOUT_MS,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    // Pending commands reject when the connection breaks, not at their time limit.
    maxRetriesPerRequest: 0,
    retryStrategy: (attempt) => Math.min(RETRY_FIRST_MS * 2 ** (attempt - 1), RETRY_MAX_MS),
  })
  const connection = {
    client,
    trouble: undefined as unknown,
    close: () => client.disconnect(),
  }
  client.on('error', (error) => (connection.trouble = error))
  client.on('ready', () => (connection.trouble = undefined))
  await client.connect().catch((error: unknown) => (connection.trouble ??= error))
  return connection
}

type Command = Parameters<Redis['sendCommand']>[0]

/**
 * After a pause of the process, all its timers fire before it reads the answers of the meantime. So a command
 * is late only if no answer has arrived after that either.
 */
class PatientRedis extends Redis {
  override sendCommand(...[command, stream]: Parameters<Redis['sendCommand']>): unknown {
    command.setTimeout = (ms) => giveUpAfter(command, ms)
    return super.sendCommand(command, stream)
  }
}

function giveUpAfter(command: Command, ms: number) {
  const giveUp = () => command.reject(new Error('Command timed out'))
  const timer = setTimeout(() => setImmediate(giveUp), ms)
  const stop = () => clearTimeout(timer)
  command.promise.then(stop, stop)
}
