import { findTag, type Tag } from './find-tag.ts'

/** One thing that was looked at, in words. */
export interface Finding {
  readonly isGood: boolean
  readonly text: string
  /** What to do about it. */
  readonly remedy?: string
}

/** So long a server may take to answer. */
export const ANSWER_MS = 10_000

/**
 * Looks at a page as a browser would, without one: whether its chat can be there, and if not, why. Pages
 * that are drawn by scripts have no tag in their text: then `service` says where the service is.
 */
export async function examinePage(
  pageUrl: URL,
  service: URL | undefined,
  version: string,
): Promise<readonly Finding[]> {
  const page = await ask(pageUrl)
  if (!page) return [bad(`${pageUrl} does not answer.`, 'Is the address right, and the site up?')]
  if (!page.ok) return [bad(`${pageUrl} answers ${page.status}.`, 'Give the address of a page.')]
  const address = new URL(page.url)
  const html = await page.text()
  const tag: Tag | undefined = service
    ? { src: new URL('alcove.js', withSlash(service)), app: 'default', isPinned: false }
    : findTag(html, address)
  if (!tag) {
    return [
      bad(
        `${address} has no <script src="…/alcove.js">.`,
        'Paste the tag into the page. For a chat that a script makes, add --service <its address>.',
      ),
    ]
  }
  const base = new URL(tag.isPinned ? '../..' : '.', tag.src)
  const policies = [page.headers.get('content-security-policy') ?? '', ...metaPolicies(html)]
  return [
    good(`${address} asks ${base} for the chat of project "${tag.ofFile ?? tag.app}".`),
    ...examinePlace(address, base),
    ...policies.flatMap((policy) => examinePolicy(policy, tag.src, address)),
    ...examineIsolation(page.headers),
    ...(tag.isPinned ? await examinePinned(tag) : []),
    ...(await examineService(base, version)),
    ...(await examineFrame(base, tag.app, address)),
  ]
}

const good = (text: string): Finding => ({ isGood: true, text })
const bad = (text: string, remedy: string): Finding => ({ isGood: false, text, remedy })

const withSlash = (url: URL) => new URL(url.href.replace(/\/?$/, '/'))

/** `undefined`: nobody answers there. */
async function ask(url: URL): Promise<Response | undefined> {
  const signal = AbortSignal.timeout(ANSWER_MS)
  return fetch(url, { signal }).catch(() => undefined)
}

/** A file of one version, with the hash that its manifest has. */
async function examinePinned({ src, integrity }: Tag): Promise<readonly Finding[]> {
  const answer = await ask(new URL('manifest.json', src))
  const manifest: unknown = answer?.ok ? await answer.json().catch(() => undefined) : undefined
  const { files } = (manifest ?? {}) as { files?: Record<string, { integrity?: string }> }
  const expected = files?.['alcove.js']?.integrity
  if (expected === undefined) {
    return [
      bad(
        `The service has no such version: ${src}.`,
        'Name one that it has, or bring its folder back.',
      ),
    ]
  }
  if (integrity === undefined) {
    return [good(`The tag names a version. With integrity="${expected}" it takes no other bytes.`)]
  }
  if (integrity.split(/\s+/).includes(expected)) {
    return [good('The tag names a version and its hash.')]
  }
  return [bad("The tag's integrity is not the version's.", `It is ${expected}.`)]
}

function examinePlace(page: URL, base: URL): readonly Finding[] {
  if (page.origin === base.origin) {
    return [
      bad(
        'Page and service have one origin, where the frame could read the page.',
        'Give the service a host of its own, such as chat.example.com.',
      ),
    ]
  }
  if (page.protocol === 'https:' && base.protocol === 'http:' && !isLocal(base)) {
    return [
      bad('The page is https and the service http, which browsers block.', 'Use https for both.'),
    ]
  }
  return [good('Page and service have origins of their own.')]
}

const isLocal = ({ hostname }: URL) => /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname)

const META =
  /<meta\b[^>]*http-equiv\s*=\s*["']?content-security-policy["']?[^>]*\scontent\s*=\s*(?:"([^"]*)"|'([^']*)')/gi
const metaPolicies = (html: string): readonly string[] =>
  [...html.matchAll(META)].map(([, double, single]) => double ?? single ?? '')

/** What the page's own policy allows of what the chat needs: a script and a frame, nothing else. */
function examinePolicy(policy: string, script: URL, page: URL): readonly Finding[] {
  const directives = new Map(
    policy.split(';').flatMap((part): [string, string[]][] => {
      const [name, ...sources] = part.trim().split(/\s+/)
      return name ? [[name.toLowerCase(), sources]] : []
    }),
  )
  const sourcesOf = (names: readonly string[]) =>
    names.map((name) => directives.get(name)).find((sources) => sources !== undefined)
  const needed = [
    ['script-src', sourcesOf(['script-src-elem', 'script-src', 'default-src'])],
    ['frame-src', sourcesOf(['frame-src', 'child-src', 'default-src'])],
  ] as const
  return needed.flatMap(([name, sources]) => {
    if (!sources) return []
    // What such a page trusts, it trusts by who asks for it.
    if (name === 'script-src' && sources.includes("'strict-dynamic'")) return []
    if (sources.some((source) => allows(source, script, page))) {
      return [good(`The page's policy allows the service in ${name}.`)]
    }
    return [
      bad(
        `The page's Content-Security-Policy allows no ${script.origin} in ${name}.`,
        `Add ${script.origin} to ${name}.`,
      ),
    ]
  })
}

/** Whether a source of a policy stands for an address; paths are not looked at. */
function allows(source: string, { protocol, hostname, port }: URL, page: URL): boolean {
  if (source === '*') return true
  if (/^[a-z][a-z0-9+.-]*:$/i.test(source)) return source === protocol
  const [, scheme, name = '', ownPort] =
    /^(?:([a-z]+):\/\/)?([^/:']+)(?::(\d+|\*))?/i.exec(source) ?? []
  const isScheme = `${scheme ?? page.protocol.slice(0, -1)}:` === protocol
  const isHost = name.startsWith('*.') ? hostname.endsWith(name.slice(1)) : name === hostname
  const defaultPort = protocol === 'https:' ? '443' : '80'
  const isPort = ownPort === '*' || (ownPort ?? defaultPort) === (port || defaultPort)
  return isScheme && isHost && isPort
}

function examineIsolation(headers: Headers): readonly Finding[] {
  if (headers.get('cross-origin-embedder-policy') !== 'require-corp') return []
  return [
    bad(
      'The page says Cross-Origin-Embedder-Policy: require-corp, which keeps frames of others out.',
      'Say credentialless, or leave it out on pages with the chat.',
    ),
  ]
}

async function examineService(base: URL, version: string): Promise<readonly Finding[]> {
  const findings: Finding[] = []
  for (const file of ['alcove.js', 'alcove-panel.js', 'alcove-extras.js']) {
    const url = new URL(file, base)
    const answer = await ask(url)
    const isScript = answer?.headers.get('content-type')?.includes('javascript') === true
    const said = answer ? `answers ${answer.status}` : 'does not answer'
    findings.push(
      answer?.ok && isScript
        ? good(`${url} is there.`)
        : bad(
            `${url} ${said}${answer?.ok ? ', and no script' : ''}.`,
            'Is the service up, and its proxy right?',
          ),
    )
    if (file === 'alcove-panel.js' && answer?.ok && isScript) {
      findings.push(...compareVersions(await answer.text(), version))
    }
  }
  return findings
}

const VERSION = /Alcove (\d+\.\d+\.\d+(?:-[\w.]+)?)/

/** A package and a service of different versions work with one another as a rule. */
function compareVersions(panel: string, version: string): readonly Finding[] {
  const found = VERSION.exec(panel)?.[1]
  if (found === undefined || found === version) return []
  return [
    good(`The service is of version ${found}, this package of ${version}: update the older one.`),
  ]
}

async function examineFrame(base: URL, app: string, page: URL): Promise<readonly Finding[]> {
  const url = new URL(app === 'default' ? 'frame' : `p/${app}/frame`, base)
  const answer = await ask(url)
  if (!answer?.ok) {
    return [
      bad(
        `${url} ${answer ? `answers ${answer.status}` : 'does not answer'}.`,
        'Is the service up, and its proxy right?',
      ),
    ]
  }
  const policy = answer.headers.get('content-security-policy') ?? ''
  const ancestors = /frame-ancestors ([^;]*)/.exec(policy)?.[1]?.trim().split(/\s+/) ?? ['*']
  if (ancestors.some((source) => allows(source, page, page))) {
    return [good(`The service allows the page to show the chat.`)]
  }
  // A service tells nobody which projects it has.
  return [
    bad(
      `The service allows no page of ${page.origin} to show the chat of project "${app}".`,
      `Is that the project's id in alcove.config.ts? Then add ${page.origin} to its hosts, or to ALCOVE_ALLOWED_ORIGINS. On the server, npm run alcove -- doctor --project ${app} --page ${page.origin} says which it is.`,
    ),
  ]
}
