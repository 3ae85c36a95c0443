import { randomUUID } from 'node:crypto'
import { expect, type Browser, type BrowserContextOptions, type Page } from '@playwright/test'
import { createChatPage } from '../chat-page.ts'
import { createThreadListPage } from '../thread-list-page.ts'
import { isRefused, type ScreenState, type Stage } from './screen-state.ts'
import { STATE_WORDS, type StateWords } from './state-words.ts'
import type { StatesWorld } from './start-states-world.ts'

const WINDOW = { width: 1_200, height: 800 }

/** How a state is displayed. */
export interface StateLook {
  readonly lang?: StateWords['lang']
  readonly scheme?: 'light' | 'dark'
  readonly size?: { readonly width: number; readonly height: number }
}

/** A displayed state, until it is closed. */
export interface ShownState {
  readonly page: Page
  close(): Promise<void>
}

/** Brings about a state in a separate browser window. */
export async function showState(
  browser: Browser,
  world: StatesWorld,
  state: ScreenState,
  { lang = 'en', scheme = 'light', size }: StateLook = {},
): Promise<ShownState> {
  const { scene } = state
  if (isRefused(scene)) throw new Error(`State ${state.number} is refused: ${scene.refusedBy}.`)
  const words = STATE_WORDS[lang]
  const options: BrowserContextOptions = {
    viewport: size ?? scene.size ?? WINDOW,
    colorScheme: scheme,
    reducedMotion: 'reduce',
    ...(scene.isTouched ? { hasTouch: true, isMobile: true } : {}),
  }
  const context = await browser.newContext(options)
  const page = await context.newPage()
  const chat = createChatPage(page)
  const { model, network } = world
  const stage: Stage = {
    page,
    context,
    chat,
    list: createThreadListPage(chat),
    model,
    words,
    key: randomUUID(),
    breakNetwork: () => network.setDown(true),
    async ask(question, script) {
      model.teach(question, script)
      await chat.send(question)
    },
  }
  const close = async () => {
    await context.close()
    await network.setDown(false)
  }
  try {
    await scene.prepare?.(stage)
    await page.goto(await world.invite(state, words))
    await expect(chat.launcher).toBeVisible()
    if (!scene.isClosed) await openWhole(stage)
    // The language file has to load before a scene cuts the network.
    if (lang === 'ar' && !scene.isClosed) {
      await turn(stage, 'ar')
      await turn(stage, 'en')
    }
    const asked = scene.asks?.(words, stage.key)
    if (asked) await stage.ask(asked.question, asked.script)
    await scene.act?.(stage)
    // Text is plain until the markdown renderer has loaded.
    if (!scene.isWithoutFrame) {
      await expect(chat.frame.locator('.answer-text > .plain-text')).toHaveCount(0)
    }
    if (lang === 'ar') await turn(stage, 'ar')
    await scene.settle?.(stage)
  } catch (error) {
    await close()
    throw new Error(`State ${state.number} (${state.name}) did not come about.`, { cause: error })
  }
  return { page, close }
}

/** Opens the chat, and waits for everything after its first paint. */
async function openWhole({ chat }: Stage): Promise<void> {
  await chat.open()
  await expect(chat.button('Attach files')).toBeVisible()
}

/** Changes the page's language, which the chat follows; the state stays. */
async function turn({ page, chat }: Stage, lang: StateWords['lang']): Promise<void> {
  const dir = lang === 'ar' ? 'rtl' : 'ltr'
  await page.evaluate((root) => void Object.assign(document.documentElement, root), { lang, dir })
  // Skipped without a frame, or if its document does not load and would never answer.
  if (!page.frames().some((each) => each.parentFrame() && each.url().startsWith('http'))) return
  await expect(chat.frame.locator('html')).toHaveAttribute('dir', dir)
  await expect(chat.frame.locator('html')).toHaveAttribute('lang', lang)
}
