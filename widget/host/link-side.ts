import type { LinkPress, LinkReply } from '../../shared/bridge/link-press.ts'

/** Opens links to the page's own site. */
export interface LinkSide {
  /** Rejects without a page, or without its answer. */
  openLink(press: LinkPress): Promise<LinkReply>
}
