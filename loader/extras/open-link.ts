import { fieldsOf } from '../../shared/bridge/guards.ts'
import type { LinkReply } from '../../shared/bridge/link-press.ts'
import { ofDocument } from '../own-document.ts'
import { linksTo } from '../panel/given-options.ts'
import type { HostPage } from '../panel/host-page.ts'
import { judgeLink } from './judge-link.ts'
import { readPlace } from './place-options.ts'
import { showPlace } from './show-place.ts'
import { createStepAside } from './step-aside.ts'

/** How long the target of a link is highlighted. */
const SHOWN_MS = 3_000

/**
 * Opens an address of the page's own site in the page, unless a listener prevents it. A compromised frame
 * gains little: the page has to allow it, the address is on the site, and a person has to act.
 *
 * @param offerBack called when the panel has closed because it covered the place.
 */
export async function openLink(
  page: HostPage,
  press: unknown,
  offerBack: () => void,
): Promise<LinkReply> {
  const { given, emit } = page
  const { url, isAgreed } = fieldsOf(press)
  // Older browsers do not have `userActivation`.
  const { isActive = true } = (navigator.userActivation as UserActivation | undefined) ?? {}
  if (!linksTo(given.all) || !isActive) return 'done'
  const verdict = judgeLink(url, location, readPlace(given.all).linksPaths)
  if (verdict === 'foreign') return 'done'
  if (verdict === 'ask' && isAgreed !== true) return 'ask'
  const address = String(url)
  let isKept = false
  emit('link', { url: address, preventDefault: () => (isKept = true) })
  if (isKept) return 'done'
  if (verdict === 'step') {
    // A sheet covers the place, and restores the page's old place when it closes.
    await createStepAside(page, offerBack)({ scope: 'navigate' }).begin()
    showPlace(new URL(address).hash, document)
  } else location.assign(address)
  // If the page stays, highlight the target of the link.
  const shown = ofDocument('querySelector').call(document, ':target')
  shown?.animate({ outline: ['3px solid', '3px solid transparent'] }, SHOWN_MS)
  return 'done'
}
