import type { FrameLocator } from '@playwright/test'

const TARGETS =
  'a[href], button, input:not([type=file], :disabled), select, textarea, [role=menuitem]'
/** Targets in a sentence are as high as its line, which WCAG allows. */
const IN_TEXT = '.md-link, .md-note-mark a, .md-note-back, .cite'

/** Finds targets in the frame that are smaller than this many pixels, with their sizes. */
export const findSmallTargets = (frame: FrameLocator, pixels: number): Promise<string[]> =>
  frame.locator('body').evaluate(
    (body, [targets, inText, limit]) => {
      const seen = [...body.querySelectorAll<HTMLInputElement>(targets)].filter(
        (each) => each.checkVisibility({ visibilityProperty: true }) && !each.matches(inText),
      )
      if (seen.length < 5) throw new Error('Nothing is there to be measured')
      return seen.flatMap((each) => {
        // A switch can also be pressed by its label.
        const { width, height } = (each.closest('label') ?? each).getBoundingClientRect()
        const name = `${each.localName} ${each.getAttribute('aria-label') ?? each.textContent}`
        return Math.min(width, height) < limit ? [`${name}: ${width} × ${height}`] : []
      })
    },
    [TARGETS, IN_TEXT, pixels] as const,
  )
