import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDeskWorld, type DeskWorld } from '../testing/create-desk-world.ts'
import { CLIENT, startIdentityProvider, type Account } from '../testing/start-identity-provider.ts'

const READER: Account = { email: 'Reader@shop.example', email_verified: true }
let provider: Awaited<ReturnType<typeof startIdentityProvider>>
let world: DeskWorld
beforeAll(async () => {
  provider = await startIdentityProvider('http://localhost/desk/openid')
  world = await createDeskWorld({
    env: {
      ALCOVE_DESK_OPENID_ISSUER: provider.issuer,
      ALCOVE_DESK_OPENID_CLIENT_ID: CLIENT.id,
      ALCOVE_DESK_OPENID_CLIENT_SECRET: CLIENT.secret,
      ALCOVE_DESK_OPENID_NAME: 'Shop login',
    },
  })
})
afterAll(async () => {
  await world.close()
  await provider.close()
})

interface Start {
  readonly url: string
  readonly state: string
  readonly nonce: string
  readonly codeVerifier: string
}

async function start(): Promise<Start> {
  const answer = await world.send(undefined, '/sign-in/openid/start', { method: 'POST', body: {} })
  expect(answer.status).toBe(200)
  return (await answer.json()) as Start
}

const end = (started: Start, url: string) =>
  world.send(undefined, '/sign-in/openid/end', { method: 'POST', body: { ...started, url } })

/** The body of a call must not name fields that the schema does not have. */
const checksOf = ({ state, nonce, codeVerifier }: Start) =>
  ({ state, nonce, codeVerifier }) as Start

async function signIn(account: Account) {
  const started = await start()
  return end(checksOf(started), await provider.signIn(started.url, account))
}

test('an invited, verified address signs in, and the log says how', async () => {
  const ways = await world.send(undefined, '/sign-in')
  expect(await ways.json()).toEqual({ program: 'npm run alcove --', openId: 'Shop login' })
  // The log is in the order of time.
  world.clock.ms += 1

  const answer = await signIn(READER)

  expect(answer.status).toBe(204)
  const cookie = (answer.headers.get('Set-Cookie') ?? '').split(';')[0]
  const session = await world.send(cookie, '/session')
  expect(await session.json()).toMatchObject({ person: { mail: 'reader@shop.example' } })
  const [newest] = await world.store.desk.audit.list({ projectId: null, limit: 1 })
  expect(newest).toMatchObject({
    act: 'session.start',
    mail: 'reader@shop.example',
    details: { by: 'openid' },
  })
})

test.each<[string, Account, RegExp]>([
  ['not invited', { email: 'eve@shop.example', email_verified: true }, /not been invited/],
  ['unverified', { ...READER, email_verified: false }, /not verified your mail/],
])('an address that is %s is refused', async (_, account, message) => {
  const answer = await signIn(account)

  expect(answer.status).toBe(403)
  expect(await answer.json()).toMatchObject({ message: expect.stringMatching(message) as string })
  expect(answer.headers.get('Set-Cookie')).toBeNull()
})

test('a code that was used is refused', async () => {
  const started = await start()
  const url = await provider.signIn(started.url, READER)
  expect((await end(checksOf(started), url)).status).toBe(204)

  expect((await end(checksOf(started), url)).status).toBe(401)
})

test.each(['state', 'nonce', 'codeVerifier'] as const)('another %s is refused', async (name) => {
  const [started, other] = [await start(), await start()]
  const url = await provider.signIn(started.url, READER)

  const answer = await end({ ...checksOf(started), [name]: other[name] }, url)

  expect(answer.status).toBe(401)
  expect(answer.headers.get('Set-Cookie')).toBeNull()
})

test('only an address of the desk is taken to the provider', async () => {
  const started = await start()
  const url = await provider.signIn(started.url, READER)
  const foreign = url.replace('http://localhost/', 'http://localhost.evil.example/')

  expect((await end(checksOf(started), foreign)).status).toBe(400)
  expect((await end(checksOf(started), url)).status).toBe(204)
})
