import { Redis } from 'ioredis'

/** Slower answers count as none. */
export const REDIS_COMMAND_TIMEOUT_MS = 250
/** How long a connection may take to come about. */
export const REDIS_CONNECT_TIMEOUT_MS = 2_000
/** A connection that owes an answer for so long is dead, and made anew. */
export const REDIS_SILENCE_TIMEOUT_MS = 3_000
const RETRY_FIRST_MS = 50
const RETRY_MAX_MS = 1_000

export interface RedisConnection {
  /**
   * Rejects commands at once while there is no connection, and each after
   * {@link REDIS_COMMAND_TIMEOUT_MS}; sends none twice.
   */
  readonly client: Redis
  /** Why there is no connection at the moment; undefined while there is one. */
  readonly trouble: unknown
  close(): void
}

/**
 * Connects to a Redis that the service can do without: resolves when it is ready, or when the first
 * attempt has failed; attempts go on until `close()`.
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
    // What is on its way when the connection breaks rejects then, not at its time limit.
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
 * A process that was held up has all its timers go off before it reads what came meanwhile: a command
 * is late when nothing has come by then either.
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
