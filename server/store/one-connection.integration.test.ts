import { connect, createServer, type AddressInfo } from 'node:net'
import { expect, inject, onTestFinished, test } from 'vitest'
import { createDatabase } from '../../scripts/postgres.ts'
import { createScope } from './new-rows.test-support.ts'
import { openStore } from './store.ts'

const SCOPE = createScope()
const T0 = '2027-01-15T08:00:00.000Z'
/** Time between the end of a connection and the next accepted one. */
const FREE_AGAIN_MS = 40

/** Postgres like PGlite behind a socket: connections beyond its maximum are closed at once. */
async function startNarrowPostgres(most: number): Promise<string> {
  const url = new URL(await createDatabase(inject('postgresUrl')))
  const { hostname, port } = url
  let open = 0
  const server = createServer((client) => {
    if (open === most) return void client.destroy()
    open += 1
    const upstream = connect(Number(port), hostname)
    client.pipe(upstream).pipe(client)
    for (const [side, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      side.on('error', () => {}).on('close', () => other.destroy())
    }
    client.on('close', () => setTimeout(() => (open -= 1), FREE_AGAIN_MS))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  url.port = String((server.address() as AddressInfo).port)
  url.hostname = '127.0.0.1'
  return url.href
}

async function open(databaseUrl: string, databaseConnections: number) {
  const warnings: string[] = []
  const log = { warn: (_facts: object, message: string) => void warnings.push(message) }
  const store = await openStore({ databaseUrl, databaseConnections, dataDir: '', log })
  onTestFinished(() => store.close())
  return { store, warnings }
}

test('a database of one connection is migrated, and takes calls at once with a pool of one', async () => {
  const { store, warnings } = await open(await startNarrowPostgres(1), 1)

  const made = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      store.threads.create(SCOPE, { title: `t${n}`, lastMessageAt: T0 }),
    ),
  )
  const ids = await Promise.all(made.map(({ id }) => store.threads.find(SCOPE, id)))

  expect(ids.filter(Boolean)).toHaveLength(20)
  await store.maintenance.alone('sweep', () => store.checkWrite())
  expect(warnings).toEqual([])
})

test.each([1, 3])('a pool larger than the %i connections of the database is told', async (most) => {
  const { warnings } = await open(await startNarrowPostgres(most), most + 1)

  expect(warnings).toEqual([
    expect.stringContaining(`takes ${most} of the ${most + 1} connections`),
  ])
  expect(warnings[0]).toContain(`Set ALCOVE_DATABASE_CONNECTIONS=${most},`)
})

test('a pool as large as the database takes is not told', async () => {
  const { warnings } = await open(await startNarrowPostgres(3), 3)

  expect(warnings).toEqual([])
})
