import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, inject, test, vi } from 'vitest'
import { ENGINES, type StorePlace } from '../../scripts/store-place.ts'
import { createMigratedPlace } from '../testing/migrated-place.ts'
import { openStore, type Store } from './store.ts'

/** A task that runs until it is released. */
function createTask() {
  const { promise, resolve } = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const run = () => {
    begun.resolve()
    return promise.then(() => 'done')
  }
  return { run, begun: begun.promise, end: resolve }
}

const tell = () => Promise.resolve('mine')

describe.each(ENGINES)('regular jobs on %s', (engine) => {
  test('a job gives what its task gives, and an error of it as it is', async () => {
    const place = await createMigratedPlace(engine, inject('postgresUrl'))
    const { maintenance, close } = await openStore(place)

    expect(await maintenance.alone('removal', tell)).toBe('mine')
    const fails = () => Promise.reject(new Error('no bucket'))
    await expect(maintenance.alone('removal', fails)).rejects.toThrow('no bucket')
    expect(await maintenance.alone('removal', tell)).toBe('mine')

    await close()
    await place.remove()
  })
})

describe('several processes with one database', () => {
  let place: StorePlace
  let stores: Store[]
  beforeEach(async () => {
    place = await createMigratedPlace('postgres', inject('postgresUrl'))
    stores = [await openStore(place), await openStore(place)]
  })
  afterEach(async () => {
    for (const store of stores) await store.close()
    await place.remove()
  })

  test('one does a job, the others have nothing to do, and the next time it is anybody’s', async () => {
    const [one, two] = stores.map(({ maintenance }) => maintenance)
    const task = createTask()
    const running = one!.alone('removal', task.run)
    await task.begun

    expect(await two!.alone('removal', tell)).toBeUndefined()
    expect(await one!.alone('removal', tell)).toBeUndefined()
    expect(await two!.alone('recovery', tell)).toBe('mine')

    task.end()
    expect(await running).toBe('done')
    expect(await two!.alone('removal', tell)).toBe('mine')
  })

  test('of many that begin at once, one does it', async () => {
    const task = createTask()
    const all = stores.flatMap(({ maintenance }) =>
      Array.from({ length: 4 }, () => maintenance.alone('removal', task.run)),
    )
    const others = Promise.all(all.map((each) => each.then((result) => result ?? 'nothing')))
    await task.begun
    task.end()

    // Calls that start after its end do it again.
    expect((await others).filter((result) => result === 'done').length).toBeGreaterThan(0)
  })

  test('who is killed at it leaves it to the next one', async () => {
    const code = `
      import { openStore } from ${JSON.stringify(new URL('store.ts', import.meta.url).href)}
      const store = await openStore(${JSON.stringify({ databaseUrl: place.databaseUrl, dataDir: '' })})
      await store.maintenance.alone('removal', () => {
        console.log('begun')
        return new Promise(() => setInterval(() => {}, 1000))
      })`
    const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await once(createInterface(child.stdout), 'line')
    const [one] = stores.map(({ maintenance }) => maintenance)
    expect(await one!.alone('removal', tell)).toBeUndefined()

    child.kill('SIGKILL')
    await once(child, 'exit')

    await vi.waitFor(async () => expect(await one!.alone('removal', tell)).toBe('mine'))
  })

  /** Changes the lease of the running job, as time or another process would. */
  async function changeLease(change: string) {
    const operator = new pg.Client({ connectionString: place.databaseUrl })
    await operator.connect()
    const { rowCount } = await operator.query(`update job_leases set ${change}`)
    await operator.end()
    return rowCount
  }
  const NOW = '(extract(epoch from clock_timestamp()) * 1000)'

  test('a lease is renewed while its task runs, also after connections broke', async () => {
    const [one, two] = stores.map(({ maintenance }) => maintenance)
    const task = createTask()
    const running = one!.alone('removal', task.run)
    await task.begun
    const operator = new pg.Client({ connectionString: place.databaseUrl })
    await operator.connect()
    await operator.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`,
    )
    const until = async () =>
      Number((await operator.query('select until from job_leases')).rows[0]?.until)
    const taken = await until()

    await expect.poll(until).toBeGreaterThan(taken)
    expect(await two!.alone('removal', tell)).toBeUndefined()

    task.end()
    expect(await running).toBe('done')
    expect((await operator.query('select * from job_leases')).rows).toEqual([])
    await operator.end()
  })

  test('a lease ends by the database’s clock', async () => {
    const [one, two] = stores.map(({ maintenance }) => maintenance)
    const task = createTask()
    const running = one!.alone('removal', task.run)
    await task.begun

    // Longer than any test: the clock advances meanwhile.
    await changeLease(`until = ${NOW} + 600000, owner = 'a holder that hangs'`)
    expect(await two!.alone('removal', tell)).toBeUndefined()
    await changeLease(`until = ${NOW}`)
    expect(await two!.alone('removal', tell)).toBe('mine')

    task.end()
    await running
  })

  test('a database that is read-only gives no lease, and one when it takes writes again', async () => {
    const [one] = stores.map(({ maintenance }) => maintenance)
    const operator = new pg.Client({ connectionString: place.databaseUrl })
    await operator.connect()
    const name = new URL(place.databaseUrl!).pathname.slice(1)
    const setReadOnly = async (value: 'on' | 'off') => {
      await operator.query('set default_transaction_read_only = off')
      await operator.query(`alter database ${name} set default_transaction_read_only = ${value}`)
      await operator.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid()`,
      )
    }

    await setReadOnly('on')
    expect(await one!.alone('removal', tell)).toBeUndefined()
    await setReadOnly('off')
    expect(await one!.alone('removal', tell)).toBe('mine')
    await operator.end()
  })

  test('a holder that was paused takes nothing from the next one', async () => {
    const [one, two] = stores.map(({ maintenance }) => maintenance)
    const [paused, next] = [createTask(), createTask()]
    const first = one!.alone('removal', paused.run)
    await paused.begun
    // A renewal may come in between: then the lease has not expired, and is set again.
    let second: Promise<string | undefined> = Promise.resolve(undefined)
    await vi.waitFor(async () => {
      await changeLease('until = 0')
      second = two!.alone('removal', next.run)
      expect(await Promise.race([second, next.begun.then(() => 'begun')])).toBe('begun')
    })

    paused.end()
    expect(await first).toBe('done')
    expect(await one!.alone('removal', tell)).toBeUndefined()

    next.end()
    expect(await second).toBe('done')
    expect(await one!.alone('removal', tell)).toBe('mine')
  })
})
