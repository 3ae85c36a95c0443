import { allowsInPolicy } from '../../shared/page-policy.ts'
import type { Finding } from '../diagnosis.ts'
import { ofDocument } from '../own-document.ts'
import { nameHostList } from '../panel/describe-failure.ts'
import type { HostPage } from '../panel/host-page.ts'
import { findOuterSites } from '../panel/outer-sites.ts'
import type { TokenTimes, Watch } from './watch.ts'

declare const ALCOVE_VERSION: string

/** A narrower frame cuts its content off. In pixels. */
export const FRAME_WIDTH_MIN = 280
/** Clock difference that the service tolerates, in milliseconds. */
export const CLOCK_GRACE_MS = 30_000

const good = (text: string): Finding => ({ isGood: true, text })
const bad = (text: string, remedy: string): Finding => ({ isGood: false, text, remedy })

/** Examines the page from within, without any request, so that the page's policy is not triggered. */
export function examine(page: HostPage, watch: Watch): readonly Finding[] {
  const state = page.given.side?.get()
  return [
    examineOrigin(page),
    ...examineOuterSites(page, watch),
    ...examineTags(page),
    ...examinePolicies(page.url),
    ...examineVersions(watch),
    ...examineLauncher(page, state?.visible ?? true),
    ...examineFrame(page),
    ...examineIdentity(page, watch.token),
    ...examineErrors(page, watch),
  ]
}

function examineOrigin({ url }: HostPage): Finding {
  if (globalThis.origin === 'null') {
    return bad(
      'This page has no origin: a file, or a sandbox without allow-same-origin. No service can allow it.',
      'Serve it over http, or give the sandbox allow-same-origin.',
    )
  }
  if (
    location.protocol === 'https:' &&
    url.protocol === 'http:' &&
    !/^(localhost|127\.)/.test(url.hostname)
  ) {
    return bad(
      'The page is https and the service http, which browsers block.',
      'Use https for both.',
    )
  }
  return good(`${location.origin} asks ${url.origin}, another origin, for its chat.`)
}

/**
 * The sites around a page that is itself in a frame: the browser checks the service's permission for each of
 * them.
 */
function* examineOuterSites({ url, panel }: HostPage, { build }: Watch): Iterable<Finding> {
  const outer = findOuterSites()
  if (outer.length === 0) return
  const where = `This page stands in a frame of ${outer.join(', in a frame of ')}`
  // The document of the frame is shown before its app connects.
  yield build === null && !panel.classList.contains('shown')
    ? bad(
        `${where}: a browser blocks the chat unless the service allows each of them.`,
        `Add ${outer.join(' and ')} to ${nameHostList(url)}.`,
      )
    : good(`${where}, and the chat came.`)
}

function* examineTags({ url }: HostPage): Iterable<Finding> {
  const scripts: HTMLScriptElement[] = [
    ...ofDocument('querySelectorAll').call(document, 'script[src]'),
  ] as never
  const tags = scripts.filter(
    ({ src }) => src.startsWith(url.origin) && /\/alcove\.js(\?|$)/.test(src),
  )
  const names = new Set(tags.map(({ dataset }) => dataset['global']))
  if (tags.length > names.size) {
    yield bad(
      `The page has ${tags.length} tags of the chat; the first one counts.`,
      'Leave one, or give each its data-global.',
    )
  }
  const roots = ofDocument('querySelectorAll').call(document, 'alcove-root').length
  if (tags.length > 0 && roots > names.size) {
    yield bad(
      `${roots} chats are on the page: a tag, and others by call.`,
      'Have one, or know why not.',
    )
  }
}

/** Policies in the page's markup. Scripts cannot read those of headers; only their violations are visible. */
function* examinePolicies(url: URL): Iterable<Finding> {
  const metas: HTMLMetaElement[] = [
    ...ofDocument('querySelectorAll').call(
      document,
      'meta[http-equiv="Content-Security-Policy" i]',
    ),
  ] as never
  for (const { content } of metas) {
    if (allowsInPolicy(content, 'frame-src', url, new URL(location.href)) !== false) continue
    yield bad(
      `The frame-src of this page's Content-Security-Policy does not list ${url.origin}.`,
      `Add ${url.origin} to frame-src.`,
    )
  }
}

function* examineVersions({ build }: Watch): Iterable<Finding> {
  if (build === null) {
    yield good('Its frame has not answered so far. Nobody opened it yet? Open it, and ask again.')
    return
  }
  yield build === ALCOVE_VERSION
    ? good(`Loader and frame are of version ${build}.`)
    : bad(
        `The loader is of version ${ALCOVE_VERSION}, the frame of ${build}.`,
        'They work with one another as a rule. Reload the page, or update the tag.',
      )
}

/** Whether visitors can see and press the launcher. */
function* examineLauncher(
  { root, launcher, panel }: HostPage,
  isVisible: boolean,
): Iterable<Finding> {
  if (!root.isConnected) {
    yield bad(
      'The chat is not in the document.',
      'It comes when the page has loaded. A script that takes it out again and again is let have its way after 100 times.',
    )
    return
  }
  if (!isVisible) {
    yield bad(
      'The chat is hidden: by hide(), or showOn and hideOn.',
      'Call show(), or see the options.',
    )
    return
  }
  if (root.closest('[inert]')) {
    yield bad('The chat is in an inert part of the page.', 'Nobody can press it before that ends.')
    return
  }
  const box = launcher.getBoundingClientRect()
  if (box.width === 0) {
    // The panel is open in its place, or elements of the page open it.
    yield good(
      panel.checkVisibility()
        ? 'The panel stands on the page.'
        : 'There is no launcher, as the page says.',
    )
    return
  }
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  const top = ofDocument('elementFromPoint').call(document, x, y)
  // The frame stands in the light tree, and may pass over the launcher while the panel closes.
  if (root.contains(top)) {
    yield good('The launcher is where it can be pressed.')
  } else if (top) {
    yield bad(
      `The launcher is covered by ${nameOf(top)}.`,
      'Name it in data-avoid, or give the chat a higher data-z-index.',
    )
  } else {
    yield bad('The launcher is outside of the window.', 'Look at data-offset-x and data-offset-y.')
  }
}

const nameOf = ({ localName, id, classList }: Element): string =>
  `<${localName}${id && ` id="${id}"`}${classList.length > 0 ? ` class="${classList.value}"` : ''}>`

function* examineFrame({ iframe, panel, given }: HostPage): Iterable<Finding> {
  const { failure } = given
  if (failure) {
    yield bad(
      `${failure.code}: ${failure.message}`,
      failure.hint ?? 'See the code in the troubleshooting page.',
    )
    return
  }
  const { width } = iframe.getBoundingClientRect()
  if (
    iframe.isConnected &&
    panel.checkVisibility({ visibilityProperty: true }) &&
    width < FRAME_WIDTH_MIN
  ) {
    yield bad(
      `The chat is ${Math.round(width)} pixels wide.`,
      `Give what it stands in ${FRAME_WIDTH_MIN} pixels or more.`,
    )
  }
}

const toSeconds = (ms: number) => Math.round(ms / 1000)

function* examineIdentity({ given }: HostPage, token: TokenTimes | undefined): Iterable<Finding> {
  const { given: stated, fault } = given.who
  if (stated === 'token') {
    yield bad(
      'The page said data-auth="token", and nobody was named.',
      'Call identify({ getToken }).',
    )
  }
  if (fault) yield bad(`identify was refused: ${fault.message}`, fault.hint ?? '')
  if (stated === 'none') yield good('Nobody chats before boot() or identify().')
  if (!token) return
  const { seenAt, issuedAt, expiresAt } = token
  if (issuedAt !== undefined && issuedAt > seenAt + CLOCK_GRACE_MS) {
    yield bad(
      `The token begins ${toSeconds(issuedAt - seenAt)} seconds after it came, by the clock of this device.`,
      'Set the clock of the machine that signs, or of this device. Times in a token are seconds, not milliseconds.',
    )
  } else if (expiresAt !== undefined && expiresAt <= seenAt) {
    yield bad(
      `The token was over ${toSeconds(seenAt - expiresAt)} seconds before it came, by the clock of this device.`,
      'Sign a new one each time that getToken is called, and set the clocks.',
    )
  } else if (expiresAt === undefined) {
    yield bad(
      'The token does not say when it ends.',
      'Give it an exp claim, in seconds since 1970.',
    )
  } else {
    yield good(`The token runs for ${toSeconds(expiresAt - seenAt)} seconds.`)
  }
}

/** The last error of each code. The frame's own failure is already listed. */
function* examineErrors({ given }: HostPage, { errors }: Watch): Iterable<Finding> {
  const last = new Map(errors.map((error) => [error.code, error]))
  if (given.failure) last.delete(given.failure.code)
  for (const [code, { message, hint }] of last) {
    yield bad(`${code}: ${message}`, hint ?? 'See the code in the troubleshooting page.')
  }
}
