import type { LinkPress, LinkReply } from '../../shared/bridge/link-press.ts'

/** How the page opens links to its own site. */
export interface LinkSide {
  /** Rejects when there is no page, or when it gives no answer. */
  openLink(press: LinkPress): Promise<LinkReply>
}
