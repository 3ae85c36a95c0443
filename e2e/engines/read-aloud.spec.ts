import { DESKTOP_ADVICE } from '../../scripts/find-desktop.ts'
import { FIREFOX_ADVICE, findFirefox } from '../../scripts/find-engines.ts'
import { startVoice } from '../desktop/start-voice.ts'
import { startWindow } from '../desktop/start-window.ts'
import { test as base } from '../fixtures.ts'
import type { EnginePage } from './engine-page.ts'
import { button, expect, expectCount, openChat, send, settled } from './engine-test.ts'

const READ = button('Read aloud')
const STOP = button('Stop reading')
const SENTENCES = ['The lamp is red.', 'It costs nine euros.', 'Take two of them!']
/** So many that the person stops long before their end. */
const MANY = 400

const test = base.extend<{ readonly tab: EnginePage }>({
  tab: async ({ playwright, browserName }, use, info) => {
    info.skip(
      browserName === 'webkit',
      'its voices need a sound device, and lose ends of texts without one',
    )
    info.skip(browserName === 'firefox' && !findFirefox(), FIREFOX_ADVICE)
    const desktop = await startVoice()
    info.skip(!desktop, DESKTOP_ADVICE)
    const engine = await startWindow(playwright[browserName], desktop!.env)
    const tab = await engine.newPage()
    await use(tab)
    await tab.close()
    await engine.stop()
    await desktop!.stop()
  },
})

interface Recorded {
  readonly begun: string[]
}

/** Records the texts that the browser's real voice begins. */
function recordSpeech(): void {
  const begun: string[] = []
  const speak = speechSynthesis.speak.bind(speechSynthesis)
  speechSynthesis.speak = (piece) => {
    piece.addEventListener('start', () => begun.push(piece.text), { once: true })
    speak(piece)
  }
  Object.assign(globalThis, { recorded: { begun } satisfies Recorded })
}

const readBegun = (tab: EnginePage): Promise<readonly string[]> =>
  tab.evaluate(() => (globalThis as unknown as { recorded: Recorded }).recorded.begun)

test(
  'a real voice reads each sentence of an answer once, falls silent at a press, and reads again',
  { tag: ['@nightly', '@timed'] },
  async ({ tab, baseURL }) => {
    await tab.goto(`${baseURL}/bare.html`)
    await openChat(tab)
    await send(tab, `say ${SENTENCES.join(' ')}`)
    await settled(tab)
    // Voices come seconds later, and the button with them.
    await expectCount(tab, READ, 1)
    await tab.evaluate(recordSpeech)

    await tab.click(READ)
    await expect.poll(() => readBegun(tab)).toEqual(SENTENCES)
    await expectCount(tab, READ, 1)
    await expectCount(tab, STOP, 0)

    const many = Array.from({ length: MANY }, (_, index) => `This is number ${index}.`)
    await send(tab, `say ${many.join(' ')}`)
    await settled(tab)
    await tab.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('[aria-label="Read aloud"]')].at(-1)!.click(),
    )
    await expect.poll(async () => (await readBegun(tab)).length).toBeGreaterThan(SENTENCES.length)
    await tab.click(STOP)
    await expectCount(tab, STOP, 0)
    const begun = (await readBegun(tab)).length
    expect(begun).toBeLessThan(MANY)

    await tab.click(READ)
    await expect.poll(() => readBegun(tab).then((texts) => texts.slice(-3))).toEqual(SENTENCES)
    // The stopped text did not go on beneath the other.
    expect((await readBegun(tab)).length).toBeLessThanOrEqual(begun + 1 + SENTENCES.length)
    await expectCount(tab, READ, 2)
  },
)
