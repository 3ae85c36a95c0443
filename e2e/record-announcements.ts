import type { Page } from '@playwright/test'

export interface Announcements {
  /** Texts that entered live regions of the page and its frames since the last call, in order. */
  take(): string[]
}

/**
 * Writes down what a screen reader would be given: the texts that enter live regions, `alert: ` before those
 * that interrupt. Before the page is loaded.
 */
export async function recordAnnouncements(page: Page): Promise<Announcements> {
  const heard: string[] = []
  await page.exposeBinding('noteAnnouncement', async ({ frame }, text: string) => {
    if (frame.parentFrame() === null) return void heard.push(text)
    // Nobody hears what is said behind a closed panel, which is to be seen a moment longer.
    const element = await frame.frameElement()
    const isInert = await element.evaluate((iframe) => (iframe as HTMLElement).inert)
    if (!isInert && (await element.isVisible())) heard.push(text)
  })
  await page.addInitScript(() => {
    const LIVE = '[aria-live], [role=status], [role=alert], [role=log]'
    const { noteAnnouncement } = window as unknown as {
      noteAnnouncement: (text: string) => unknown
    }
    const note = (node: Node) => {
      const place = node instanceof Element ? node : node.parentElement
      const region = place?.closest(LIVE)
      const isSilent = region?.getAttribute('aria-live') === 'off' || region?.closest('[inert]')
      const text = node.textContent?.trim()
      if (!region || isSilent || !text) return
      noteAnnouncement(region.matches('[role=alert]') ? `alert: ${text}` : text)
    }
    const observe = (root: Node) =>
      new MutationObserver((changes) => {
        for (const { type, target, addedNodes } of changes)
          if (type === 'characterData') note(target)
          else addedNodes.forEach(note)
      }).observe(root, { childList: true, characterData: true, subtree: true })
    observe(document)
    const attachShadow = Element.prototype.attachShadow
    Element.prototype.attachShadow = function (init) {
      const root = attachShadow.call(this, init)
      observe(root)
      return root
    }
  })
  return { take: () => heard.splice(0) }
}
