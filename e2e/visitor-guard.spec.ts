import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { runOperator, startAlcove, type AlcoveServer } from './alcove-server.ts'
import { callChat } from './call-chat.ts'
import { expect, test as base } from './fixtures.ts'
import { addTagPage } from './tag-page.ts'

/** Each test has a separate project with a new visitor, because only new visitors are checked. */
const CONFIG = `export default {
  projects: {
    default: {},
    working: { hosts: ['http://localhost:*'], visitors: { proofOfWork: 'always' } },
    asking: {
      hosts: ['http://localhost:*'],
      visitors: { allow: ({ given }) => given === 'I am one' || 'Please confirm that you are a person.' },
    },
  },
}`
/** Low difficulty, because the tests' browsers do not optimize code and the default would take them seconds. */
const BITS = '10'

interface GuardWorld {
  readonly alcove: AlcoveServer
  /** The operator's command line, beside the running server. */
  operate(...args: readonly string[]): Promise<string>
  stop(): Promise<void>
}

async function startGuardWorld(modelUrl: string): Promise<GuardWorld> {
  const dataDir = await mkdtemp(join(tmpdir(), 'alcove-guard-'))
  const operate = (...args: readonly string[]) => runOperator(dataDir, ...args)
  const alcove = await startAlcove({
    env: {
      ALCOVE_MODEL: 'openai-compatible/any',
      OPENAI_BASE_URL: modelUrl,
    },
    config: CONFIG,
    dataDir,
  })
  for (const id of ['working', 'asking']) await operate('project', 'create', id)
  await operate('project', 'work', 'working', BITS)
  return {
    alcove,
    operate,
    async stop() {
      await alcove.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

const test = base.extend<{ readonly guard: GuardWorld }>({
  guard: async ({ shared, model }, use) =>
    use(await shared('alcove with a guard', () => startGuardWorld(model.url))),
  alcove: async ({ guard }, use) => use(guard.alcove),
})

/** Records calls that create a visitor: their bodies and responses. */
function watchMints(page: Page) {
  const mints: { readonly body: unknown; readonly status: number }[] = []
  page.on('response', (response) => {
    if (!response.url().endsWith('/v1/auth/tokens/anonymous')) return
    mints.push({ body: response.request().postDataJSON(), status: response.status() })
  })
  return mints
}

const notSent = 'Not sent'

test('a new visitor solves the puzzle of a project unseen, and is answered', async ({
  page,
  site,
  chat,
}) => {
  const mints = watchMints(page)
  const errors: string[] = []
  page.on('console', (line) => line.type() === 'error' && errors.push(line.text()))
  addTagPage(site, '/working.html', 'data-app="working"')
  await page.goto('/working.html')
  await chat.open()
  expect(page.workers()).toEqual([])

  await chat.send('say Hello there')
  await expect(chat.answer).toContainText('Hello there')

  // The browser may tell of a response after the page has drawn from it.
  await expect
    .poll(() => mints)
    .toEqual([
      { body: null, status: 403 },
      {
        body: { proof: { challenge: expect.any(String), solution: expect.any(Number) } },
        status: 200,
      },
    ])
  // The worker ends with its work.
  await expect.poll(() => page.workers()).toEqual([])
  // The browser itself tells of the refusal that brings the puzzle, and a busy machine may open its storage late.
  expect(errors.filter((text) => !/403|storage_unavailable/.test(text))).toEqual([])
})

test('a page shows what it has for a new visitor, and one that has nothing is refused in the owner’s words', async ({
  page,
  site,
  chat,
}) => {
  const mints = watchMints(page)
  addTagPage(site, '/asking.html', 'data-app="asking"')
  await page.goto('/asking.html')
  await chat.open()
  await chat.send('say Let in')

  await expect(chat.log.getByText(notSent, { exact: true })).toBeVisible()
  await expect(chat.log.getByText('Please confirm that you are a person.')).toBeVisible()
  await expect.poll(() => mints).toEqual([{ body: null, status: 403 }])

  await page.evaluate(() => {
    const counted = window as unknown as { asked: number }
    counted.asked = 0
    const visitorProof = () => {
      counted.asked += 1
      return Promise.resolve('I am one')
    }
    return (window.Alcove as unknown as (...args: unknown[]) => Promise<unknown>)('update', {
      visitorProof,
    })
  })
  const countAsked = () =>
    page.evaluate(() => (window as unknown as { readonly asked: number }).asked)
  expect(await countAsked()).toBe(0)
  await chat.button('Try again').click()

  await expect(chat.answer).toContainText('Let in')
  await expect.poll(() => mints.slice(1)).toEqual([{ body: { given: 'I am one' }, status: 200 }])
  expect(await countAsked()).toBe(1)
  // An existing visitor is not checked.
  await chat.settled()
  await chat.send('say Once more')
  await expect(chat.answer).toContainText('Once more')
  expect(await countAsked()).toBe(1)
})

test('while named users alone may chat, a visitor keeps the conversation and what was typed', async ({
  page,
  site,
  chat,
  guard,
}) => {
  addTagPage(site, '/shop.html', '')
  await page.goto('/shop.html')
  await chat.open()
  await chat.send('say Before')
  await expect(chat.answer).toContainText('Before')
  await chat.settled()
  await guard.operate('project', 'visitors', 'default', 'refused')
  const isRefused = async () => {
    const { port } = guard.alcove
    const response = await fetch(`http://localhost:${port}/v1/auth/tokens/anonymous`, {
      method: 'POST',
    })
    return response.status === 403
  }
  await expect.poll(isRefused).toBe(true)

  await chat.send('say Afterwards')
  await expect(
    chat.log.getByText('At the moment only people who are signed in can write here.'),
  ).toBeVisible()
  await expect(chat.log).toContainText('say Afterwards')

  // A page that loads meanwhile shows the same conversation.
  const other = await page.context().newPage()
  await other.goto(page.url())
  await other.getByRole('button', { name: 'Open chat' }).click()
  const otherFrame = other.frameLocator('alcove-root iframe')
  await expect(
    otherFrame.getByText('At the moment only people who are signed in can write here.'),
  ).toBeVisible()

  await guard.operate('project', 'visitors', 'default', 'allowed')
  await expect.poll(isRefused).toBe(false)
  await chat.button('Try again').click()
  await expect(chat.answer).toContainText('Afterwards')
  await expect(chat.log).toContainText('Before')
  await otherFrame.getByRole('button', { name: 'Try again' }).click()
  await expect(otherFrame.getByRole('log', { name: 'Messages' })).toContainText('Before')
  await other.close()
})

test('an address that is blocked reads a calm sentence, and goes on afterwards', async ({
  page,
  site,
  chat,
  guard,
}) => {
  addTagPage(site, '/blocked.html', '')
  await page.goto('/blocked.html')
  await chat.open()
  await chat.send('say Before')
  await expect(chat.answer).toContainText('Before')
  await chat.settled()
  // All addresses of this machine, because the browser may use IPv4 or IPv6.
  const here = ['127.0.0.1', '::1']
  for (const address of here) await guard.operate('address', 'block', address)
  const isBlocked = async () =>
    (await fetch(`http://localhost:${guard.alcove.port}/v1/docs`)).status === 403
  await expect.poll(isBlocked).toBe(true)

  await chat.send('say Afterwards')
  await expect(
    chat.log.getByText('Messages from your network are not taken at the moment.'),
  ).toBeVisible()
  // Commands of the page still reach the chat.
  expect(await callChat(page, 'update', { name: 'Pip' })).toBeUndefined()

  for (const address of here) await guard.operate('address', 'unblock', address)
  await expect.poll(isBlocked).toBe(false)
  await chat.button('Try again').click()
  await expect(chat.answer).toContainText('Afterwards')
  await expect(chat.log).toContainText('Before')
})
