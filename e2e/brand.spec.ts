import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { startAlcove, type AlcoveServer } from './alcove-server.ts'
import { expect, test as base, type Shared } from './fixtures.ts'
import type { HostSite } from './host-site.ts'
import { REPOSITORY_ROOT } from '../scripts/repository-root.ts'
import {
  countHue,
  type Picture,
  readPicture,
  recordFrames,
  shareSeen,
  wordsOnlyIn,
} from './read-brand.ts'

// Each frame that the browser paints while the chat opens is looked at: it shows the owner's brand, or none.

/** The chat as these pages use it. */
interface PageChat {
  readonly state: { readonly status: string }
  run(command: string, ...args: readonly unknown[]): Promise<unknown>
}

const isLong = process.env['ALCOVE_TEST_LONG'] === '1'
const OPENINGS = isLong ? 50 : 8
/** Slowdown of the processor, like a slow phone's. */
const SLOWNESS = 4

const ACCENT = '#7c3aed'
const GREETING = 'What shall we read?'
/** The owner's look, in alcove.config.ts. */
const LOOK = `{ theme: { accent: '${ACCENT}' }, name: 'Pip', startScreen: { greeting: '${GREETING}', prompts: ['Dune'] } }`
/** The same in the tag. */
const ATTRIBUTES = `data-accent="${ACCENT}" data-name="Pip" data-greeting="${GREETING}" data-prompts="Dune"`

/** Hues of the default accent. A part of a letter's edge may have any hue. */
const STRANGERS_HUE = [150, 190] as const
const STRAY_PIXELS = 20
/** Words of a stranger at least this visible are seen; letters of the owner cover some of the same pixels. */
const SEEN_SHARE = 0.3

const startWithLook = (shared: Shared, env: Record<string, string>) =>
  shared('alcove with a violet look', () =>
    startAlcove({ env, config: `export default { projects: { default: { look: ${LOOK} } } }` }),
  )

const test = base.extend<{ readonly branded: AlcoveServer }>({
  branded: async ({ shared, model }, use) =>
    use(
      await startWithLook(shared, {
        ALCOVE_MODEL: 'openai-compatible/any',
        OPENAI_BASE_URL: model.url,
      }),
    ),
})

const html = (tag: string) =>
  `<!doctype html><html lang="en"><title>Shop</title><link rel="icon" href="data:,"><main><h1>Shop</h1></main>${tag}</html>`

/** Each way to say a look. The launcher of the plain file knows no look of a project, so only the panel is looked at. */
function addPages(site: HostSite, plain: AlcoveServer, branded: AlcoveServer) {
  const at = ({ port }: AlcoveServer) => `http://localhost:${port}`
  const pages = {
    attributes: `<script async src="${at(plain)}/alcove.js" ${ATTRIBUTES}></script>`,
    'config file': `<script async src="${at(branded)}/alcove.js"></script>`,
    'the project’s own file': `<script async src="${at(branded)}/p/default/alcove.js"></script>`,
    'the package': `<script type="module">
      import { createChat } from '/npm/alcove.js'
      window.Alcove = createChat({ baseUrl: '${at(branded)}', projectLook: { accent: '${ACCENT}' } })
    </script>`,
  }
  for (const file of ['alcove.js', 'shared-alcove.js'])
    site.add(`/npm/${file}`, {
      html: readFileSync(join(REPOSITORY_ROOT, 'dist/npm', file), 'utf8'),
      headers: { 'content-type': 'text/javascript' },
    })
  const paths = Object.entries(pages).map(([name, tag], index) => {
    site.add(`/way-${index}.html`, { html: html(tag) })
    return [name, `/way-${index}.html`] as const
  })
  site.add('/stranger.html', {
    html: html(`<script async src="${at(plain)}/alcove.js"></script>`),
  })
  return paths
}

const VIEWPORT = { width: 900, height: 720 }

/** Opens the chat at a slow processor, and returns all frames until the composer is usable and drawn. */
async function openSlowly(page: Page, path: string, greeting: string, isCold: boolean) {
  const session = await page.context().newCDPSession(page)
  if (isCold) await session.send('Network.clearBrowserCache')
  await page.goto(path)
  const launcher = page.locator('alcove-root #launcher')
  await expect(launcher).toBeVisible()
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWNESS })
  const frames = await recordFrames(page, async () => {
    await launcher.dispatchEvent('click')
    const frame = page.frameLocator('alcove-root iframe')
    await expect(frame.getByRole('heading', { name: greeting })).toBeVisible()
    await expect(frame.getByRole('textbox', { name: 'Message' })).toBeVisible()
    await expect(page.locator('alcove-root .shown')).toBeAttached()
    // The app has taken over from the document.
    await expect
      .poll(() => page.evaluate(() => (window.Alcove as unknown as PageChat).state.status))
      .toBe('ready')
    await page.evaluate(async () => {
      for (let count = 0; count < 20; count += 1) await new Promise(requestAnimationFrame)
    })
  })
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  await session.detach()
  return frames
}

const readNow = async (page: Page): Promise<Picture> =>
  readPicture(await page.screenshot({ animations: 'disabled', caret: 'hide' }))

test.use({ viewport: VIEWPORT, colorScheme: 'light' })

test(
  `no frame shows another brand, over ${OPENINGS} openings on a slow processor`,
  { tag: isLong ? '@long' : [] },
  async ({ page, site, alcove, branded }) => {
    test.slow()
    const ways = addPages(site, alcove, branded)
    const strangers = await openSlowly(page, '/stranger.html', 'How can we help?', true)
    const stranger = await readNow(page)
    await openSlowly(page, ways[2]![1], GREETING, true)
    const owner = await readNow(page)
    await page.goto('/bare.html')
    const words = wordsOnlyIn(stranger, [owner, await readNow(page)])
    expect(words.length).toBeGreaterThan(200)

    const isForeign = (picture: Picture, hasLauncher: boolean) =>
      shareSeen(picture, words) > SEEN_SHARE ||
      (hasLauncher && countHue(picture, ...STRANGERS_HUE) > STRAY_PIXELS)
    // Positive control.
    expect(strangers.filter((frame) => isForeign(frame, false)).length).toBeGreaterThan(0)
    expect(isForeign(owner, true)).toBe(false)

    let count = 0
    const foreign: string[] = []
    for (let opening = 0; opening < OPENINGS; opening += 1) {
      const [name, path] = ways[opening % ways.length]!
      const isCold = Math.floor(opening / ways.length) % 2 === 0
      const frames = await openSlowly(page, path, GREETING, isCold)
      count += frames.length
      const seen = frames.filter((frame) => isForeign(frame, name !== 'config file')).length
      if (seen > 0) foreign.push(`${name}, ${isCold ? 'cold' : 'warm'}: ${seen}`)
    }
    console.log(
      `figure: ${OPENINGS} openings at ${SLOWNESS} × slower, ${count} frames, with another brand: ${foreign.length === 0 ? 0 : foreign.join('; ')}`,
    )
    expect(foreign).toEqual([])
    expect(count).toBeGreaterThan(OPENINGS * 3)
  },
)

test('the launcher of another look than the project’s is told in the console, and the right one is not', async ({
  page,
  site,
  alcove,
  branded,
}) => {
  const ways = addPages(site, alcove, branded)
  const said: string[] = []
  page.on('console', (message) => said.push(message.text()))
  const warned: string[] = []
  for (const [name, path] of ways) {
    said.length = 0
    await page.goto(path)
    await page.getByRole('button', { name: 'Open chat' }).click()
    await expect
      .poll(() => page.evaluate(() => (window.Alcove as unknown as PageChat).state.status))
      .toBe('ready')
    await expect(page.frameLocator('alcove-root iframe').getByRole('textbox')).toBeVisible()
    // A warning comes with the frame's first answers, so a later message of the page marks its end.
    await page.evaluate(async () => {
      await (window.Alcove as unknown as PageChat).run('setComposer', 'Hello')
      console.log('answered')
    })
    await expect.poll(() => said).toContain('answered')
    if (said.some((text) => text.includes('projectLook: {"accent":"#7c3aed"}'))) warned.push(name)
  }

  expect(warned).toEqual(['config file'])
})
