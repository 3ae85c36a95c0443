import type { Page } from '@playwright/test'

export interface Announcements {
  /** Texts that entered live regions of the page and its frames since the last call, in order. */
  take(): string[]
}

/**
 * Records texts for screen readers: those that enter live regions, with the prefix `alert: ` if they
 * interrupt. Must run before the page is loaded.
 */
export async function recordAnnouncements(page: Page): Promise<Announcements> {
  const heard: string[] = []
  await page.exposeBinding('noteAnnouncement', async ({ frame }, text: string) => {
    if (frame.parentFrame() === null) return void heard.push(text)
    // Screen readers ignore a closed panel, which stays visible for a moment.
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
      noteAnnouncement(
        region.matches('[role=alert], [aria-live=assertive]') ? `alert: ${text}` : text,
      )
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
