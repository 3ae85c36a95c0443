import type { Store } from 'jotai/vanilla'
import { depsOf } from '../world/chat-deps.ts'
import { askToOpenLink } from '../world/link-question.ts'
import type { LinkSide } from './link-side.ts'

/**
 * Asks the page to open a link to its own site, with the person's consent if the page requires it.
 *
 * @param isCited the link leads to a document of the owner's knowledge and was written by the server, so it needs no
 * consent.
 */
export async function openOwnLink(
  store: Store,
  host: LinkSide,
  url: string,
  isCited = false,
): Promise<void> {
  try {
    if ((await host.openLink({ url, ...(isCited && { isAgreed: true }) })) !== 'ask') return
    if (await askToOpenLink(store, url)) await host.openLink({ url, isAgreed: true })
  } catch (error) {
    depsOf(store.get).report('The page could not open the link:', error)
  }
}
