import * as v from 'valibot'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { figureLimit } from '../scripts/test-limits.ts'
import { projectSettings, publishedNumber, savedDraft } from '../shared/desk/settings.ts'
import { runAlcoveHere } from './testing/run-alcove.ts'
import { SHARED_SECRET, startProcesses, type Processes } from './testing/start-processes.ts'

const SERVERS = [0, 1, 2] as const
/** The promised time of a publish on all servers. */
const EVERYWHERE_WITHIN_MS = figureLimit(5_000)

let processes: Processes
const cookies: string[] = []
beforeAll(async () => {
  processes = await startProcesses({ postgresUrl: inject('postgresUrl'), count: SERVERS.length })
  const place = { databaseUrl: processes.databaseUrl, dataDir: '' }
  for (const mail of ['ada@shop.example', 'ben@shop.example']) {
    const command =
      cookies.length === 0 ? ['desk', '--mail', mail] : ['desk', 'invite', mail, '--service']
    const { out, err } = await runAlcoveHere(place, command, { ALCOVE_SECRET: SHARED_SECRET })
    const [, token] = /#token=([\w-]+)/.exec(out) ?? []
    if (token === undefined) throw new Error(`There is no link: ${out}${err}`)
    const answer = await call('', 0, 'POST', '/sign-in/link', { token })
    if (answer.status !== 204) throw new Error(`Nobody was signed in: ${await answer.text()}`)
    cookies.push((answer.headers.get('Set-Cookie') ?? '').split(';')[0]!)
  }
})
afterAll(() => processes.stop())

function call(cookie: string, server: number, method: string, path: string, body?: object) {
  const origin = `http://localhost:${processes.port(server)}`
  return fetch(`${origin}/desk/api${path}`, {
    method,
    headers: { Cookie: cookie, Origin: origin, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
}

const SETTINGS = '/projects/default/settings'
const read = async (server: number) =>
  v.parse(projectSettings, await (await call(cookies[0]!, server, 'GET', SETTINGS)).json())

async function save(name: string, server: number): Promise<number> {
  const { draft } = await read(server)
  const body = { revision: draft?.revision ?? null, settings: { look: { name } } }
  const answer = await call(cookies[0]!, server, 'PUT', `${SETTINGS}/draft`, body)
  return v.parse(savedDraft, await answer.json()).revision
}

async function publish(name: string, server: number): Promise<number> {
  const revision = await save(name, server)
  const baseNumber = (await read(server)).published?.number ?? null
  const body = { revision, baseNumber, why: name }
  const answer = await call(cookies[0]!, server, 'POST', `${SETTINGS}/publish`, body)
  return v.parse(publishedNumber, await answer.json()).number
}

/** Whether the frame of a server has this name. */
const shows = async (name: string, server: number) =>
  (await (await fetch(`${processes.origin(server)}/frame`)).text()).includes(
    `&quot;name&quot;:&quot;${name}&quot;`,
  )

/** Waits until all of these servers show the name. Returns the time that it took. */
async function isEverywhere(name: string, servers: readonly number[] = SERVERS): Promise<number> {
  const begin = performance.now()
  for (const server of servers)
    await expect
      .poll(() => shows(name, server), { timeout: EVERYWHERE_WITHIN_MS, interval: 100 })
      .toBe(true)
  return performance.now() - begin
}

test('a publish and its undo reach three servers within five seconds', async () => {
  const first = await publish('First', 0)
  const times = [await isEverywhere('First')]
  await publish('Second', 1)
  times.push(await isEverywhere('Second'))
  expect(await shows('First', 2)).toBe(false)

  const { published } = await read(2)
  const undo = { number: first, baseNumber: published!.number, why: 'back' }
  const answer = await call(cookies[0]!, 2, 'POST', `${SETTINGS}/undo`, undo)
  expect(answer.status).toBe(200)
  times.push(await isEverywhere('First'))
  console.log(
    `figure: a publish, another one and an undo were on three servers after ${times.map((ms) => ms.toFixed(0)).join(', ')} ms`,
  )
})

test('a server that was killed in between comes up with what is published', async () => {
  await publish('Before', 0)
  await isEverywhere('Before')
  await processes.kill(1)
  await publish('Meanwhile', 0)
  await isEverywhere('Meanwhile', [0, 2])

  await processes.restart(1)

  expect(await shows('Meanwhile', 1)).toBe(true)
  expect((await read(1)).published?.settings).toMatchObject({ look: { name: 'Meanwhile' } })
})

test('of two owners who publish at once, on two servers, one is told, and nothing is lost', async () => {
  const before = await publish('Base', 0)
  const revision = await save('Theirs', 0)
  const body = { revision, baseNumber: before, why: 'at once' }
  const answers = await Promise.all(
    cookies.map((cookie, server) => call(cookie, server, 'POST', `${SETTINGS}/publish`, body)),
  )

  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]))
  const refused = answers.find(({ status }) => status === 409)!
  expect(await refused.text()).toMatch(/published|changed|gone/)
  const { published, draft } = await read(2)
  expect(published).toMatchObject({ number: before + 1, settings: { look: { name: 'Theirs' } } })
  expect(draft).toBeNull()
  await isEverywhere('Theirs')
})
