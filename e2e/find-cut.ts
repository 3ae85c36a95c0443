import { expect, type Locator, type Page } from '@playwright/test'
import type { ChatPage } from './chat-page.ts'

// Detects layout faults in the rendered frame.

export const boxOf = async (locator: Locator) => (await locator.boundingBox())!

/** Height of a line of an answer. */
export const LINE_PX = 24
/** Text spacing that a reader may set (WCAG 1.4.12). */
export const WIDE_SPACING = `* {
  line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important;
}
p { margin-block-end: 2em !important; }`

/** Adds a style sheet to the frame. Returns a function that removes it. */
export async function restyle({ frame }: ChatPage, css: string) {
  const sheet = await frame.locator('html').evaluateHandle((_, text) => {
    const added = new CSSStyleSheet()
    added.replaceSync(text)
    document.adoptedStyleSheets.push(added)
    return added
  }, css)
  return () =>
    sheet.evaluate((added) => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== added)
    })
}

/** Texts that are displayed completely above earlier texts of the document; in a log, only those in view. */
export const findOutOfOrder = ({ frame }: ChatPage, selector = '.app') =>
  frame.locator(selector).evaluate((root) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const found: string[] = []
    let above = -Infinity
    while (walker.nextNode()) {
      const { parentElement: element, nodeValue: text } = walker.currentNode
      if (text?.trim() === '' || element?.closest('.visually-hidden, .md-hidden')) continue
      const range = document.createRange()
      range.selectNodeContents(walker.currentNode)
      const { top, bottom, height } = range.getBoundingClientRect()
      if (height === 0 || !element?.checkVisibility({ visibilityProperty: true })) continue
      const log = root.contains(element.closest('.log')) && element.closest('.log')
      if (log && bottom > log.getBoundingClientRect().bottom) continue
      if (bottom <= above) found.push(text ?? '')
      above = top
    }
    return found
  })

/** Texts that a box cuts off, and elements that make the chat wider than its frame. */
export const findCut = ({ frame }: ChatPage) =>
  frame.locator('.app').evaluate((app) => {
    const found: string[] = []
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth > clientWidth) found.push(`${scrollWidth - clientWidth} px beside the frame`)
    for (const element of app.querySelectorAll('*')) {
      const words = [...element.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE)
      if (words.every(({ nodeValue }) => nodeValue?.trim() === '')) continue
      if (element.closest('.visually-hidden, .md-hidden')) continue
      if (!element.checkVisibility({ visibilityProperty: true })) continue
      const range = document.createRange()
      range.selectNodeContents(element)
      const text = range.getBoundingClientRect()
      for (let box: Element | null = element; box && box !== app; box = box.parentElement) {
        const { overflowY } = getComputedStyle(box)
        if (/auto|scroll/.test(overflowY)) break
        const { top, bottom } = box.getBoundingClientRect()
        const isCut = overflowY !== 'visible' && (text.top < top - 1 || text.bottom > bottom + 1)
        if (isCut) found.push(`${box.className}: ${element.textContent.slice(0, 40)}`)
      }
      const isWide =
        element instanceof HTMLButtonElement && element.scrollWidth > element.clientWidth + 1
      if (isWide) found.push(`${element.className}: ${element.textContent}`)
    }
    return found
  })

/**
 * Finds elements without an edge, on the page and in the frame: backgrounds alone are invisible in forced
 * colours.
 */
export async function findEdgeless(page: Page, { frame }: ChatPage): Promise<string[]> {
  const find = (elements: Element[]) =>
    elements
      .filter((each) => each.checkVisibility({ visibilityProperty: true }))
      .filter((each) => {
        const style = getComputedStyle(each)
        const isSeen = (width: string, line: string, color: string) =>
          parseFloat(width) >= 1 && line !== 'none' && !/^rgba\(.*, 0\)$/.test(color)
        return (
          !isSeen(style.borderTopWidth, style.borderTopStyle, style.borderTopColor) &&
          !isSeen(style.outlineWidth, style.outlineStyle, style.outlineColor)
        )
      })
      .map((each) => each.id || each.className || each.outerHTML.slice(0, 60))
  const inFrame = frame.locator('button, .slip, .composer-card, .md-code, .header-action')
  const onPage = page.locator('alcove-root #launcher, alcove-root #panel')
  expect(await onPage.count()).toBe(2)
  expect(await inFrame.count()).toBeGreaterThan(15)
  return [...(await inFrame.evaluateAll(find)), ...(await onPage.evaluateAll(find))]
}

/** Expects three lines of the log and the whole field in a window of this height. */
export async function expectRoom({ log, composer }: ChatPage, height: number) {
  const inner = await log.evaluate((each) => {
    const { paddingTop } = getComputedStyle(each)
    return each.clientHeight - parseFloat(paddingTop)
  })
  expect(inner).toBeGreaterThanOrEqual(3 * LINE_PX)
  const field = await boxOf(composer)
  expect(field.height).toBeGreaterThan(0)
  expect(field.y + field.height).toBeLessThanOrEqual(height)
}
