import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserType, Page } from '@playwright/test'
import { CHROMIUM_FLAGS, ensureChromium } from '../scripts/find-chromium.ts'
import { createChatPage } from './chat-page.ts'
import { expect, test } from './fixtures.ts'

const isLong = process.env['ALCOVE_TEST_LONG'] === '1'
/** Number of crashes; the short run has one. */
const KILLS = isLong ? 100 : 1
/** Concurrent browsers, which mostly wait for the disk and after the crash. */
const BATCH = 3
/** Page loads before a crash; each renews the visitor's tokens. */
const LOADS = 3
/** From then on, an old refresh token is outside of the grace period after its successor was used. */
const LATE_MS = 10_500
const LIMIT_MS = 3 * 60_000
const WORDS = 'Kept over a crash'

interface Browser {
  readonly page: Page
  /** Kills the whole process group at once, so that nothing more is written. */
  kill(): Promise<void>
}

/** Running processes, so that a failed test leaves none behind. */
const running = new Set<ChildProcess>()

test.afterEach(() => Promise.all([...running].map(killGroup)))

async function openBrowser(chromium: BrowserType, profile: string): Promise<Browser> {
  const flags = ['--headless', '--remote-debugging-port=0', `--user-data-dir=${profile}`]
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const child = spawn(ensureChromium(), [...flags, ...sandbox, ...CHROMIUM_FLAGS, 'about:blank'], {
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  running.add(child)
  try {
    const connection = await chromium.connectOverCDP(await readAddress(child))
    const context = connection.contexts()[0]!
    const page = context.pages()[0] ?? (await context.newPage())
    return { page, kill: () => killGroup(child) }
  } catch (error) {
    await killGroup(child)
    throw error
  }
}

/** Reads the address that Chromium prints. */
async function readAddress({ stderr }: ChildProcess): Promise<string> {
  let printed = ''
  for await (const piece of stderr!) {
    printed += String(piece)
    const [, address] = /DevTools listening on (ws:\S+)/.exec(printed) ?? []
    if (address !== undefined) {
      return address
    }
  }
  throw new Error(`Chromium did not start: ${printed}`)
}

async function killGroup(child: ChildProcess): Promise<void> {
  running.delete(child)
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  process.kill(-child.pid, 'SIGKILL')
  await gone
}

/** Whether the frame's data is on the disk; Chromium writes it some seconds later. */
async function isVisitorOnDisk(profile: string): Promise<boolean> {
  const folder = join(profile, 'Default', 'Local Storage', 'leveldb')
  const names = await readdir(folder).catch(() => [])
  const files = await Promise.all(names.map((name) => readFile(join(folder, name), 'latin1')))
  return files.some((text) => text.includes('aui:refresh_token'))
}

/** Opens the chat of a page. Returns whether it shows the earlier messages once it has loaded. */
async function look(page: Page, url: string): Promise<boolean> {
  await page.goto(url)
  const chat = createChatPage(page)
  await chat.open()
  const said = chat.log.getByRole('article').last().getByText(WORDS)
  return said.waitFor({ timeout: LIMIT_MS / 3 }).then(
    () => true,
    () => false,
  )
}

async function crash(chromium: BrowserType, profile: string, url: string): Promise<void> {
  const { page, kill } = await openBrowser(chromium, profile)
  try {
    await page.goto(url)
    const chat = createChatPage(page)
    await chat.open()
    await expect(chat.frame.getByRole('heading', { name: 'How can we help?' })).toBeVisible()
    await chat.send(`say ${WORDS}`)
    await expect(chat.answer).toContainText(WORDS)
    await chat.settled()
    await expect.poll(() => isVisitorOnDisk(profile), { timeout: LIMIT_MS }).toBe(true)
    for (let load = 0; load < LOADS; load += 1) expect(await look(page, url)).toBe(true)
  } finally {
    await kill()
  }
}

async function comesBack(chromium: BrowserType, profile: string, url: string): Promise<boolean> {
  const { page, kill } = await openBrowser(chromium, profile)
  try {
    return await look(page, url)
  } finally {
    await kill()
  }
}

test(`${KILLS} crashes of the browser, ${KILLS} times the same visitor (R24) @long`, async ({
  playwright,
  baseURL,
}) => {
  test.setTimeout(Math.ceil(KILLS / BATCH) * 2 * LIMIT_MS)
  const { chromium } = playwright
  const url = `${baseURL}/bare.html`
  let same = 0
  for (let killed = 0; killed < KILLS; killed += BATCH) {
    const profiles = await Promise.all(
      Array.from({ length: Math.min(BATCH, KILLS - killed) }, () =>
        mkdtemp(join(tmpdir(), 'alcove-crash-')),
      ),
    )
    await Promise.all(profiles.map((profile) => crash(chromium, profile, url)))
    const killedAt = Date.now()
    await expect.poll(() => Date.now() - killedAt, { timeout: LIMIT_MS }).toBeGreaterThan(LATE_MS)
    const found = await Promise.all(profiles.map((profile) => comesBack(chromium, profile, url)))
    same += found.filter(Boolean).length
    await Promise.all(profiles.map((profile) => rm(profile, { recursive: true, force: true })))
  }

  console.log(`figure: ${KILLS} crashes of the browser, ${same} times the same visitor`)
  expect(same).toBe(KILLS)
})
