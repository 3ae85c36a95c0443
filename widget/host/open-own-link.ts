import type { Store } from 'jotai/vanilla'
import { depsOf } from '../world/chat-deps.ts'
import { askToOpenLink } from '../world/link-question.ts'
import type { LinkSide } from './link-side.ts'

/** Asks the page to open a link to its own site, with the person's consent if the page requires it. */
export async function openOwnLink(store: Store, host: LinkSide, url: string): Promise<void> {
  try {
    if ((await host.openLink({ url })) !== 'ask') return
    if (await askToOpenLink(store, url)) await host.openLink({ url, isAgreed: true })
  } catch (error) {
    depsOf(store.get).report('The page could not open the link:', error)
  }
}
