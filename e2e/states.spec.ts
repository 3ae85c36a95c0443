import { BROWSER_LIMIT_MS } from '../scripts/test-limits.ts'
import { expect, test } from './fixtures.ts'
import { scanInLightAndDark } from './scan-accessibility.ts'
import { isRefused, type ScreenState } from './states/screen-state.ts'
import { showState } from './states/show-state.ts'
import { startStatesWorld } from './states/start-states-world.ts'
import { SCREEN_STATES } from './states/state-table.ts'

const DIRECTIONS = [
  { lang: 'en', words: 'from left to right' },
  { lang: 'ar', words: 'from right to left' },
] as const

const shown = SCREEN_STATES.filter(({ scene }) => !isRefused(scene))
const titleOf = ({ number, name, view }: ScreenState) =>
  `state ${number}, ${name}${view === undefined ? '' : ` (${view})`}`

for (const { lang, words } of DIRECTIONS) {
  for (const state of shown) {
    test(
      `${titleOf(state)}, has no violation in light and dark ${words}`,
      { tag: '@nightly' },
      async ({ browser, shared }) => {
        test.setTimeout(BROWSER_LIMIT_MS)
        const world = await shared('states world', () => startStatesWorld())
        const { page, close } = await showState(browser, world, state, { lang })
        try {
          const reachesFrame = !isRefused(state.scene) && state.scene.isWithoutFrame !== true
          expect(await scanInLightAndDark(page, reachesFrame)).toEqual([])
        } finally {
          await close()
        }
      },
    )
  }
}
