/** The script tag of a page's chat. */
export interface PageTag {
  readonly src: URL
  /** The project: of its own file, or of `data-app`. */
  readonly app: string
  /** `data-auth`. */
  readonly auth?: string
  /** The project of a project's own file. */
  readonly ofFile?: string
  /** Whether the tag names the file of one version. */
  readonly isPinned: boolean
  /** The tag's `integrity`. */
  readonly integrity?: string
  /** The tag as an optimiser or a consent manager rewrote it, which the browser does not run. */
  readonly rewritten?: string
}

const SCRIPT = /<script\b([^>]*)>/gi
const ATTRIBUTE = /\s([^\s=>"']+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/g
const FILE = /\/alcove\.js$/
const OWN_FILE = /\/p\/([^/]+)\/alcove\.js$/
const PINNED_FILE = /\/v\/[^/]+\/alcove\.js$/
/** Types that a browser runs. */
const LIVE_TYPE = /^(module|(text|application)\/(java|ecma)script)?$/i

/** Finds the chat's tag in a page's markup, even if its type or the name of its `src` was changed. */
export function findPageTag(html: string, page: URL): PageTag | undefined {
  for (const [, text = ''] of html.matchAll(SCRIPT)) {
    const attributes = new Map(
      [...text.matchAll(ATTRIBUTE)].map(([, name = '', ...values]) => [
        name.toLowerCase(),
        values.find((each) => each !== undefined) ?? '',
      ]),
    )
    const tag = readTag(attributes, page)
    if (tag) return tag
  }
  return undefined
}

function readTag(attributes: ReadonlyMap<string, string>, page: URL): PageTag | undefined {
  for (const name of ['src', ...attributes.keys()]) {
    const value = attributes.get(name)
    const src = value && URL.canParse(value, page) ? new URL(value, page) : undefined
    if (!src || !FILE.test(src.pathname)) continue
    const type = attributes.get('type') ?? ''
    const integrity = attributes.get('integrity')
    const auth = attributes.get('data-auth')
    // The address of a project's own file contains the project.
    const ofFile = OWN_FILE.exec(src.pathname)?.[1]
    const rewritten =
      name === 'src' ? (LIVE_TYPE.test(type) ? undefined : `type="${type}"`) : `${name}="…"`
    return {
      src,
      isPinned: PINNED_FILE.test(src.pathname),
      app: attributes.get('data-app') ?? ofFile ?? 'default',
      ...(ofFile && { ofFile }),
      ...(auth && { auth }),
      ...(integrity && { integrity }),
      ...(rewritten && { rewritten }),
    }
  }
  return undefined
}
