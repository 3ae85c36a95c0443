import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { endSoon } from './end-soon.ts'
import { HUNG_UP_MS, HUNG_UP_RETRY_MS } from './while-hung-up.ts'

/**
 * Number of the `wanted` connections that a Postgres accepts at once. PGlite behind a socket accepts one; a
 * role or a hosted database may have a limit too.
 *
 * @throws the error of the driver if it accepts none.
 */
export async function countPlaces(
  databaseUrl: string,
  wanted: number,
  connectionTimeoutMillis: number,
): Promise<number> {
  const end = performance.now() + HUNG_UP_MS
  for (let most = 0; ;) {
    const { taken, error } = await openAtOnce(databaseUrl, wanted, connectionTimeoutMillis)
    most = Math.max(most, taken)
    if (most >= wanted) return most
    // A connection that just ended may still have a place.
    if (performance.now() < end) await delay(HUNG_UP_RETRY_MS)
    else if (most > 0) return most
    else throw error
  }
}

async function openAtOnce(databaseUrl: string, wanted: number, connectionTimeoutMillis: number) {
  const clients = Array.from({ length: wanted }, () => {
    // Limit: POOL_WAIT_MS, for each try: "a pool larger than the %i connections of the database is told".
    const client = new pg.Client({
      connectionString: databaseUrl,
      connectionTimeoutMillis,
      application_name: 'alcove',
    })
    // Without a listener, an error of the connection would end the process.
    return client.on('error', () => {})
  })
  const opened = await Promise.allSettled(clients.map((client) => client.connect()))
  const taken = clients.filter((_, index) => opened[index]?.status === 'fulfilled')
  await endSoon(Promise.allSettled(taken.map((client) => client.end())))
  const failed = opened.find((each) => each.status === 'rejected')
  return { taken: taken.length, error: failed?.reason as unknown }
}

/** The sentence for the log; `undefined` if the pool fits. */
export function placesAdvice(taken: number, wanted: number): string | undefined {
  if (taken >= wanted) return undefined
  const cause =
    taken === 1
      ? 'PGlite behind a socket takes one'
      : 'its max_connections, or a limit of the role or of the host, takes no more'
  return (
    `The database at DATABASE_URL takes ${taken} of the ${wanted} connections that this server may open ` +
    `(${cause}): calls fail when they need another one. Set ALCOVE_DATABASE_CONNECTIONS=${taken}, or let the database take more.`
  )
}
