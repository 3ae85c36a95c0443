import { AlcoveError } from '../../shared/errors.ts'
import type { ErrorCode } from '../../shared/errors.ts'
import { findOuterSites } from './outer-sites.ts'

/**
 * The same error with helpful texts: the problem, and a remedy for the page's developer. A frame that never
 * answered gives no reason, so the possible causes are listed, the likeliest first.
 */
export function describeFailure(error: AlcoveError, url: URL): AlcoveError {
  const { code } = error
  const project = readProject(url)
  const list = nameHostList(url)
  const outer = findOuterSites()
  const policy = `The frame-src of this page's Content-Security-Policy does not list ${url.origin}.`
  const hints: Partial<Record<ErrorCode, string>> = {
    version_skew: 'Reload the page.',
    frame_blocked_csp: policy,
    network_refused: `The browser keeps ${location.origin} from the local network: its permission for that is denied by the visitor, a policy of the browser, or the frame around this page. Serve ${url.origin} from a public address, or have the permission granted.`,
    frame_timeout:
      globalThis.origin === 'null'
        ? 'This page has no origin: a file, or a sandbox without allow-same-origin.'
        : `Perhaps:
1. ${[...outer, location.origin].join(' or ')} is missing in ${list}.${
            outer.length > 0
              ? ` This page stands in a frame of ${outer.join(', in a frame of ')}, and a browser blocks the chat unless all of them are listed.`
              : ''
          }
2. The service has no project "${project}", or it is suspended.
3. ${policy}
4. ${url.href} does not answer.`,
    script_failed: `A script of ${url.href} did not load. Is it blocked?`,
    origin_not_allowed: `Add ${location.origin} to ${list}.`,
    call_timeout: `Is ${url.origin} reachable?`,
  }
  const hint = hints[code]
  return hint
    ? new AlcoveError(code, describeForVisitors(error).title, { hint, cause: error })
    : error
}

const readProject = (url: URL) => /^\/p\/([^/]+)\//.exec(url.pathname)?.[1] ?? 'default'

/** The place where the operator lists the sites that may show the chat. */
export function nameHostList(url: URL): string {
  const project = readProject(url)
  return project === 'default'
    ? 'ALCOVE_ALLOWED_ORIGINS of the service'
    : `hosts of project "${project}" in alcove.config.ts`
}

const UNKNOWN = {
  title: 'The chat did not load.',
  advice: 'Check your connection, then try again.',
}
const UNAVAILABLE = { title: 'The chat is not available on this page.', advice: '' }
const FOR_VISITORS: Partial<Record<ErrorCode, typeof UNKNOWN>> = {
  origin_not_allowed: UNAVAILABLE,
  frame_blocked_csp: UNAVAILABLE,
  network_refused: {
    title: 'The browser did not let this page reach the chat.',
    advice:
      'Access to the local network was refused. Allow it for this site in the browser’s settings, then try again.',
  },
  version_skew: { title: 'The chat was updated.', advice: 'Reload the page.' },
  call_timeout: { title: 'The chat did not become ready.', advice: 'Try again in a moment.' },
}

/**
 * The same failure for visitors of the page: the problem, and their options.
 *
 * @param failed a sentence in the visitor's language, once the frame has sent it.
 */
export const describeForVisitors = ({ code }: AlcoveError, failed?: string): typeof UNKNOWN =>
  FOR_VISITORS[code] ?? (failed ? { title: failed, advice: '' } : UNKNOWN)
