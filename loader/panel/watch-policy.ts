/** What both ways of hearing of a violation tell. */
interface Violation {
  readonly effectiveDirective?: string
  readonly disposition?: string
  /** Of an event. */
  readonly blockedURI?: string
  /** Of a report. */
  readonly blockedURL?: string
}

/**
 * Calls back when the page's own Content-Security-Policy keeps the frame out: the browser tells the page, and
 * nobody has to wait for a frame that cannot come. Chromium also tells what it kept out before this file was there.
 */
export function watchPolicy(frame: URL, onBlocked: () => void, signal: AbortSignal): void {
  function hear({ effectiveDirective, disposition, blockedURI, blockedURL }: Violation) {
    // A policy that only reports keeps nothing out.
    if (disposition === 'report' || !/^(frame|child)-src/.test(effectiveDirective ?? '')) return
    if ((blockedURI ?? blockedURL ?? '').startsWith(frame.origin)) onBlocked()
  }

  document.addEventListener('securitypolicyviolation', hear, { signal })
  if (typeof ReportingObserver === 'undefined') return
  const observer = new ReportingObserver(
    (reports) => {
      for (const { body } of reports) hear(body ?? {})
    },
    { types: ['csp-violation'], buffered: true },
  )
  observer.observe()
  signal.addEventListener('abort', () => observer.disconnect())
}
