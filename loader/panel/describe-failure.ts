import { AlcoveError } from '../../shared/errors.ts'
import type { ErrorCode } from '../../shared/errors.ts'

/**
 * The same error with texts that help: what happened, and what the page's developer can do. A frame
 * that never answered gives no reason, so that the causes stand there, the likeliest first.
 */
export function describeFailure(error: AlcoveError, url: URL): AlcoveError {
  const { code } = error
  const project = /^\/p\/([^/]+)\//.exec(url.pathname)?.[1] ?? 'default'
  const list =
    project === 'default'
      ? 'ALCOVE_ALLOWED_ORIGINS of the service'
      : `hosts of project "${project}" in alcove.config.ts`
  const describe = (message: string, hint: string) =>
    new AlcoveError(code, message, { hint, cause: error })
  const policy = `The frame-src of this page's Content-Security-Policy does not list ${url.origin}.`
  if (code === 'frame_blocked_csp') return describe('The chat did not load.', policy)
  if (code === 'frame_timeout' && globalThis.origin === 'null') {
    return describe(
      'The chat did not load.',
      'This page has no origin: a file, or a sandbox without allow-same-origin.',
    )
  }
  if (code === 'frame_timeout') {
    return describe(
      'The chat did not load.',
      `Is it one of these?
1. ${location.origin} is missing in ${list}.
2. The service has no project "${project}", or it is suspended.
3. ${policy}
4. ${url.href} does not answer.`,
    )
  }
  if (code === 'origin_not_allowed') {
    return describe('The chat does not allow this page.', `Add ${location.origin} to ${list}.`)
  }
  if (code === 'version_skew') {
    return describe('This page has another version of the chat.', 'Reload the page.')
  }
  if (code === 'call_timeout') {
    return describe('The chat did not become ready.', `Is ${url.origin} reachable?`)
  }
  return error
}

const UNKNOWN = {
  title: 'The chat did not load.',
  advice: 'Check your connection, then try again.',
}
const FOR_VISITORS: Partial<Record<ErrorCode, typeof UNKNOWN>> = {
  origin_not_allowed: { title: 'The chat is not available on this page.', advice: '' },
  version_skew: { title: 'The chat was updated.', advice: 'Reload the page.' },
  frame_blocked_csp: { title: 'The chat is not available on this page.', advice: '' },
  call_timeout: { title: 'The chat did not become ready.', advice: 'Try again in a moment.' },
}

/**
 * The same failure for whoever visits the page: what happened, and what they can do.
 *
 * @param failed a sentence in the visitor's language, once the frame has told it.
 */
export const describeForVisitors = ({ code }: AlcoveError, failed?: string): typeof UNKNOWN =>
  FOR_VISITORS[code] ?? (failed ? { title: failed, advice: '' } : UNKNOWN)
