import type { Finding } from '../loader/diagnosis.ts'
import { allowsInPolicy, allowsSource } from '../shared/page-policy.ts'
import { findPageTag, type PageTag } from './find-page-tag.ts'

/** How long a server may take to answer. */
export const ANSWER_MS = 10_000

/**
 * Examines a page like a browser, but without one: whether its chat can load, and if not, why. Pages that
 * scripts render have no tag in their markup: then `service` names the service.
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
  const tag: PageTag | undefined = service
    ? { src: new URL('alcove.js', withSlash(service)), app: 'default', isPinned: false }
    : findPageTag(html, address)
  if (!tag) {
    return [
      bad(
        `${address} has no <script src="…/alcove.js">.`,
        'Paste the tag into the page. If an optimiser combines scripts, exclude alcove.js there: docs/optimisers.md. For a chat that a script makes, add --service <its address>.',
      ),
    ]
  }
  const base = new URL(tag.isPinned ? '../..' : '.', tag.src)
  const policies = [page.headers.get('content-security-policy') ?? '', ...metaPolicies(html)]
  return [
    good(`${address} asks ${base} for the chat of project "${tag.ofFile ?? tag.app}".`),
    ...examineProject(tag),
    ...examineIdentity(tag, html),
    ...(tag.rewritten === undefined
      ? []
      : [
          good(
            `An optimiser or a consent manager rewrote the tag (${tag.rewritten}): the chat comes when that runs it.`,
          ),
        ]),
    ...examinePlace(address, base),
    ...policies.flatMap((policy) => examinePolicy(policy, tag.src, address)),
    ...examineIsolation(page.headers),
    ...(tag.isPinned ? await examinePinned(tag) : []),
    ...(await examineService(base, version)),
    ...(await examineFrame(frameOf(tag, base), tag.ofFile ?? tag.app, address)),
  ]
}

const good = (text: string): Finding => ({ isGood: true, text })
const bad = (text: string, remedy: string): Finding => ({ isGood: false, text, remedy })

const withSlash = (url: URL) => new URL(url.href.replace(/\/?$/, '/'))

/** The address of the frame's document. */
const frameOf = ({ ofFile, app }: PageTag, base: URL) =>
  new URL(ofFile || app === 'default' ? 'frame' : `p/${app}/frame`, base)

function examineProject({ ofFile, app }: PageTag): readonly Finding[] {
  if (!ofFile || app === ofFile) return []
  return [
    bad(
      `The tag names two projects, "${ofFile}" in its address and "${app}" in data-app: there is no chat.`,
      'Leave data-app out.',
    ),
  ]
}

/** Scripts of other files may call `identify` as well, so this is no fault. */
function examineIdentity({ auth }: PageTag, html: string): readonly Finding[] {
  if (auth !== 'token' || /\bidentify\b/.test(html)) return []
  return [
    good(
      `The tag has data-auth="token", and no script in the page's HTML calls identify: the chat waits until another script does. Alcove('doctor') in the browser's console says whether one did.`,
    ),
  ]
}

/** A response; `undefined` if the server does not answer. */
async function ask(url: URL): Promise<Response | undefined> {
  const signal = AbortSignal.timeout(ANSWER_MS)
  // Limit: ANSWER_MS, "an address that hangs is given up after its limit".
  return fetch(url, { signal }).catch(() => undefined)
}

/** Compares a file of one version with the hash in its manifest. */
async function examinePinned({ src, integrity }: PageTag): Promise<readonly Finding[]> {
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
        'Give the service a host of its own, such as chat.example.com. If an optimiser copied alcove.js to the page, exclude it there: docs/optimisers.md.',
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

/** Findings about the page's policy. The chat needs one script and one frame. */
const examinePolicy = (policy: string, script: URL, page: URL): readonly Finding[] =>
  (['script-src', 'frame-src'] as const).flatMap((name) => {
    const isAllowed = allowsInPolicy(policy, name, script, page)
    if (isAllowed === undefined) return []
    if (isAllowed) return [good(`The page's policy allows the service in ${name}.`)]
    return [
      bad(
        `The page's Content-Security-Policy allows no ${script.origin} in ${name}.`,
        `Add ${script.origin} to ${name}.`,
      ),
    ]
  })

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
        : bad(`${url} ${said}${answer?.ok ? ', and no script' : ''}.`, remedyFor(answer, base)),
    )
    if (file === 'alcove-panel.js' && answer?.ok && isScript) {
      findings.push(...compareVersions(await answer.text(), version))
    }
  }
  return findings
}

const MISDIRECTED = 421

const remedyFor = (answer: Response | undefined, { origin }: URL): string =>
  answer?.status === MISDIRECTED
    ? `The service does not know that name: set its ALCOVE_PUBLIC_URL to ${origin}, or add that to ALCOVE_OWN_ORIGINS. A proxy passes the Host of the request on.`
    : 'Is the service up, and its proxy right?'

const VERSION = /Alcove (\d+\.\d+\.\d+(?:-[\w.]+)?)/

/** A package and a service of different versions usually work together. */
function compareVersions(panel: string, version: string): readonly Finding[] {
  const found = VERSION.exec(panel)?.[1]
  if (found === undefined || found === version) return []
  return [
    good(`The service is of version ${found}, this package of ${version}: update the older one.`),
  ]
}

/** A service with a public https address has the browser upgrade http addresses. */
function examineFiles(base: URL, policy: string): readonly Finding[] {
  const isOurs = policy.includes('trusted-types alcove-worker')
  if (base.protocol !== 'https:' || !isOurs || policy.includes('upgrade-insecure-requests')) {
    return []
  }
  return [
    bad(
      'The service does not know that browsers reach it by https: addresses of files begin with http:// there, and the browser refuses them.',
      `Set its ALCOVE_PUBLIC_URL to ${base.origin}.`,
    ),
  ]
}

async function examineFrame(url: URL, app: string, page: URL): Promise<readonly Finding[]> {
  const answer = await ask(url)
  if (!answer?.ok) {
    return [
      bad(
        `${url} ${answer ? `answers ${answer.status}` : 'does not answer'}.`,
        remedyFor(answer, url),
      ),
    ]
  }
  const policy = answer.headers.get('content-security-policy') ?? ''
  const ancestors = /frame-ancestors ([^;]*)/.exec(policy)?.[1]?.trim().split(/\s+/) ?? ['*']
  if (ancestors.some((source) => allowsSource(source, page, page))) {
    return [good(`The service allows the page to show the chat.`), ...examineFiles(url, policy)]
  }
  // A service does not reveal its projects.
  const list =
    app === 'default'
      ? `Add ${page.origin} to ALCOVE_ALLOWED_ORIGINS of the service.`
      : `Is that the project's id in alcove.config.ts? Then add ${page.origin} to its hosts.`
  return [
    bad(
      `The service allows no page of ${page.origin} to show the chat of project "${app}".`,
      `${list} On the server, npm run alcove -- doctor --project ${app} --page ${page.origin} says which it is.`,
    ),
  ]
}
