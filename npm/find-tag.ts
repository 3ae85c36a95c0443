/** The script tag of a page's chat. */
export interface Tag {
  readonly src: URL
  readonly app: string
  /** The project whose own file it is. */
  readonly ofFile?: string
  /** Whether it is the file of one version. */
  readonly isPinned: boolean
  /** What the tag says of its file's hash. */
  readonly integrity?: string
}

const TAG = /<script\b[^>]*\ssrc\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))[^>]*>/gi
const FILE = /\/alcove\.js$/
const OWN_FILE = /\/p\/([^/]+)\/alcove\.js$/
const PINNED_FILE = /\/v\/[^/]+\/alcove\.js$/
const APP = /\sdata-app\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/i
const INTEGRITY = /\sintegrity\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/i

/** Finds the chat's tag in the text of a page. */
export function findTag(html: string, page: URL): Tag | undefined {
  for (const [tag, ...values] of html.matchAll(TAG)) {
    const value = values.find((each) => each !== undefined) ?? ''
    const src = URL.canParse(value, page) ? new URL(value, page) : undefined
    if (!src || !FILE.test(src.pathname)) continue
    const app = readAttribute(APP, tag)
    const integrity = readAttribute(INTEGRITY, tag)
    // A project's own file says in its address which project it is.
    const ofFile = OWN_FILE.exec(src.pathname)?.[1]
    return {
      src,
      isPinned: PINNED_FILE.test(src.pathname),
      app: app ?? 'default',
      ...(ofFile && { ofFile }),
      ...(integrity && { integrity }),
    }
  }
  return undefined
}

const readAttribute = (pattern: RegExp, tag: string): string | undefined =>
  pattern
    .exec(tag)
    ?.slice(1)
    .find((each) => each !== undefined)
