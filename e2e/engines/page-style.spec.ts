import { addTagPage } from '../tag-page.ts'
import { expect, openChat, test } from './engine-test.ts'
import type { EnginePage } from './engine-page.ts'

// `page-zoom.spec.ts` has all styles, in Chromium.

const STYLES = [
  'color: inherit',
  'transform: translateZ(0)',
  'perspective: 900px',
  'contain: layout',
  'filter: grayscale(0.01)',
]

/** Where the page stands, and whether the chat's elements are wholly in the window. */
const readPage = (tab: EnginePage) =>
  tab.evaluateOnPage(() => {
    const isInside = (selector: string): boolean => {
      const box = document.querySelector('alcove-root')?.shadowRoot?.querySelector(selector)
      if (!box?.checkVisibility({ visibilityProperty: true })) return false
      const { top, left, bottom, right } = box.getBoundingClientRect()
      const [width, height] = [Math.ceil(innerWidth), Math.ceil(innerHeight)]
      const isOut = Math.round(top) < 0 || Math.round(left) < 0 || bottom > height || right > width
      return !isOut
    }
    return {
      place: Math.round(scrollY),
      hasLauncher: isInside('#launcher'),
      hasPanel: isInside('#panel'),
    }
  })

for (const [index, style] of STYLES.entries()) {
  test(
    `a page that was scrolled before the chat came stays where it is, with the chat in its window: ${style}`,
    { tag: index === 1 ? [] : '@nightly' },
    async ({ tab, site }) => {
      const path = `/style-${index}.html`
      addTagPage(
        site,
        path,
        '',
        `<style>html { ${style} } main { height: 3000px }</style><script>scrollTo(0, 600)</script>`,
      )
      await tab.goto(`http://localhost:${site.port}${path}`)
      await expect
        .poll(() => readPage(tab))
        .toEqual({ place: 600, hasLauncher: true, hasPanel: false })

      await openChat(tab)
      await expect.poll(() => readPage(tab)).toMatchObject({ place: 600, hasPanel: true })
    },
  )
}
