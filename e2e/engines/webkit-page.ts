import { setTimeout as delay } from 'node:timers/promises'
import { LOOK_LIMIT_MS } from '../../scripts/test-limits.ts'
import type { EnginePage, NamedKey, Place, Role } from './engine-page.ts'
import { WebDriverError, type ElementJson, type WebDriverSession } from './webdriver.ts'

const PLACE_CHECK_MS = 25

/** Selectors of elements that may have a role; WebKit then reports their actual role and name. */
const CANDIDATES: Readonly<Record<Role, string>> = {
  article: 'article, [role=article]',
  button: 'button, [role=button]',
  heading: 'h1, h2, h3, [role=heading]',
  link: 'a[href], [role=link]',
  listitem: 'li, [role=listitem]',
  log: '[role=log]',
  menuitem: '[role=menuitem]',
  navigation: 'nav, [role=navigation]',
  searchbox: 'input[type=search], [role=searchbox]',
  textbox: 'textarea, input, [role=textbox]',
}

/** WebDriver's private characters for keys. */
const KEYS: Readonly<Record<NamedKey, readonly string[]>> = {
  Enter: ['\uE007'],
  'Control+a': ['\uE009', 'a'],
}

const FIND_SHOWN = `
  const [selector, root] = arguments
  const found = [...(root ?? document).querySelectorAll(selector)]
  return found.filter((each) => each.checkVisibility({ visibilityProperty: true }))`

const FIND_ON_PAGE = `
  const [selector] = arguments
  const search = (root) => [...root.querySelectorAll('*')].flatMap((each) => [
    ...(each.matches(selector) ? [each] : []),
    ...(each.shadowRoot ? search(each.shadowRoot) : []),
  ])
  return search(document).filter((each) => each.checkVisibility({ visibilityProperty: true }))`

const FIND_FRAME = `return document.querySelector('alcove-root > iframe')`

/** The chat in a session of WebKit's driver. */
export function createWebKitPage(session: WebDriverSession): EnginePage {
  async function goInside(): Promise<boolean> {
    await session.switchToFrame(null)
    const frame = await session.execute<ElementJson | null>(FIND_FRAME)
    if (frame) await session.switchToFrame(frame)
    return frame !== null
  }

  async function keepCalled(found: readonly ElementJson[], role: Role, name: Place['name']) {
    const kept: ElementJson[] = []
    for (const element of found) {
      if (name !== undefined && !isCalled(await session.nameOf(element), name)) continue
      if ((await session.roleOf(element)) === role) kept.push(element)
    }
    return kept
  }

  async function findAll(place: Place): Promise<readonly ElementJson[]> {
    const { role, name, within } = place
    const roots = within ? await findAll(within) : [null]
    const all: ElementJson[] = []
    for (const root of roots) {
      const found = await session.execute<ElementJson[]>(FIND_SHOWN, CANDIDATES[role], root)
      all.push(...(await keepCalled(found, role, name)))
    }
    return all
  }

  /** Acts on the first match as soon as it exists and is usable. */
  const withPlace = (place: Place, act: (element: ElementJson) => Promise<unknown>) =>
    untilDone(`${place.role} “${place.name}”`, async () => {
      const [element] = (await goInside()) ? await findAll(place) : []
      if (element) await act(element)
      return element !== undefined
    })

  const page: EnginePage = {
    goto: (url) => session.navigate(url),
    async reload() {
      await session.switchToFrame(null)
      await session.refresh()
    },
    async leave(url) {
      await session.switchToFrame(null)
      await session.navigate(url)
    },
    async back() {
      await session.switchToFrame(null)
      await session.back()
    },
    async clickAndClose(place, url) {
      const goToNext = await session.newTab()
      await page.click(place)
      await session.closeTab()
      await goToNext()
      await session.navigate(url)
    },
    clickOnPage: (name) =>
      untilDone(`the page's button “${name}”`, async () => {
        await session.switchToFrame(null)
        const found = await session.execute<ElementJson[]>(FIND_ON_PAGE, CANDIDATES.button)
        const [button] = await keepCalled(found, 'button', name)
        if (button) await session.click(button)
        return button !== undefined
      }),
    click: (place) => withPlace(place, (element) => session.click(element)),
    async type(place, text) {
      await page.click(place)
      await session.pressKeys([...text])
    },
    typeAnywhere: (text) => session.pressKeys([...text]),
    press: (key) => session.pressKeys(KEYS[key], true),
    attach: (button, paths) =>
      // A click would open a dialog that no command can close.
      withPlace(button, async () => {
        const field = await session.execute<ElementJson>(
          `return document.querySelector('input[type=file]')`,
        )
        await session.sendKeys(field, paths.join('\n'))
      }),
    texts: (place) =>
      readNow([], async () => {
        const shown = (await goInside()) ? await findAll(place) : []
        return session.execute<string[]>('return [...arguments].map((e) => e.innerText)', ...shown)
      }),
    value: (field) =>
      readNow('', async () => {
        const [element] = (await goInside()) ? await findAll(field) : []
        return element ? session.execute<string>('return arguments[0].value', element) : ''
      }),
    async evaluate(run) {
      await goInside()
      return session.execute(inDocument(run))
    },
    async evaluateOnPage(run) {
      await session.switchToFrame(null)
      return session.execute(inDocument(run))
    },
    close: () => session.end(),
  }
  return page
}

const inDocument = (run: (root: Element) => unknown): string =>
  `return (${String(run)})(document.documentElement)`

const isCalled = (name: string, wanted: string | RegExp): boolean =>
  typeof wanted === 'string' ? name.trim() === wanted : wanted.test(name)

async function untilDone(what: string, tryOnce: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + LOOK_LIMIT_MS
  let reason = 'it is not there'
  while (Date.now() < deadline) {
    try {
      if (await tryOnce()) return
    } catch (error) {
      reason = passingReason(error)
    }
    await delay(PLACE_CHECK_MS)
  }
  throw new Error(`${what} could not be used within ${LOOK_LIMIT_MS} ms: ${reason}`)
}

/** Returns `nothing` if the page changes while it is read; callers read again. */
async function readNow<Value>(nothing: Value, read: () => Promise<Value>): Promise<Value> {
  try {
    return await read()
  } catch (error) {
    passingReason(error)
    return nothing
  }
}

function passingReason(error: unknown): string {
  if (error instanceof WebDriverError && error.isPassing) return error.message
  throw error
}
