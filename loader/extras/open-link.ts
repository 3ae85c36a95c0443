import { fieldsOf } from '../../shared/bridge/guards.ts'
import type { LinkReply } from '../../shared/bridge/link-press.ts'
import { ofDocument } from '../own-document.ts'
import { linksTo } from '../panel/given-options.ts'
import type { HostPage } from '../panel/host-page.ts'
import { judgeLink } from './judge-link.ts'
import { readPlace } from './place-options.ts'

/** How long what an address leads to stands out. */
const SHOWN_MS = 3_000

/**
 * Opens an address of the page's own site in the page, unless a listener keeps it. A frame that was taken over gains
 * little: the page has to want it, the address is the site's own, and a person acts.
 */
export function openLink({ given, emit }: HostPage, press: unknown): LinkReply {
  const { url, isAgreed } = fieldsOf(press)
  // Older browsers do not tell.
  const { isActive = true } = (navigator.userActivation as UserActivation | undefined) ?? {}
  if (!linksTo(given.all) || !isActive) return 'done'
  const verdict = judgeLink(url, location, readPlace(given.all).linksPaths)
  if (verdict === 'foreign') return 'done'
  if (verdict === 'ask' && isAgreed !== true) return 'ask'
  const address = String(url)
  let isKept = false
  emit('link', { url: address, preventDefault: () => (isKept = true) })
  if (isKept) return 'done'
  if (verdict === 'step') location.hash = new URL(address).hash
  else location.assign(address)
  // On a page that stays, people see what the answer speaks of.
  const shown = ofDocument('querySelector').call(document, ':target')
  shown?.animate({ outline: ['3px solid', '3px solid transparent'] }, SHOWN_MS)
  return 'done'
}
