import { expect, test } from './fixtures.ts'
import { scanInLightAndDark } from './scan-accessibility.ts'
import { isRefused, type ScreenState } from './states/screen-state.ts'
import { showState } from './states/show-state.ts'
import { startStatesWorld } from './states/start-states-world.ts'
import { SCREEN_STATES } from './states/state-table.ts'

const isLong = process.env['ALCOVE_TEST_LONG'] === '1'

/** What is looked at in each run; states in English are, where they come about (`accessibility.spec.ts`, `approvals.spec.ts`). */
const SAMPLE: Record<'en' | 'ar', readonly number[]> = { en: [], ar: [47] }
/** In the long run too: what takes longer waits for something that does not come. */
const STATE_LIMIT_MS = 90_000

// A few of them have one world; all of them are worth two.
test.describe.configure({ mode: isLong ? 'parallel' : 'default' })

const DIRECTIONS = [
  { lang: 'en', words: 'from left to right' },
  { lang: 'ar', words: 'from right to left' },
] as const

const shown = SCREEN_STATES.filter(({ scene }) => !isRefused(scene))
const titleOf = ({ number, name, view }: ScreenState) =>
  `state ${number}, ${name}${view === undefined ? '' : ` (${view})`}`

for (const { lang, words } of DIRECTIONS) {
  for (const state of shown.filter(({ number }) => isLong || SAMPLE[lang].includes(number))) {
    test(`${titleOf(state)}, has no violation in light and dark ${words} @long`, async ({
      browser,
      shared,
    }) => {
      test.setTimeout(STATE_LIMIT_MS)
      const world = await shared('states world', () => startStatesWorld())
      const { page, close } = await showState(browser, world, state, { lang })
      try {
        const reachesFrame = !isRefused(state.scene) && state.scene.isWithoutFrame !== true
        expect(await scanInLightAndDark(page, reachesFrame)).toEqual([])
      } finally {
        await close()
      }
    })
  }
}
