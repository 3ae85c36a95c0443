export interface FramePolicy {
  /** Pages that may embed it; none when empty. */
  readonly hosts: readonly string[]
  /** Origins besides its own that it may call. */
  readonly calls: readonly string[]
  /** Origins besides its own whose images it may show. */
  readonly images: readonly string[]
  /** Whether everything is reached by https. */
  readonly isSecure: boolean
}

/** Headers of the frame's document. Asserted byte for byte in tests; each line is there for a threat. */
export function frameHeaders(policy: FramePolicy): Readonly<Record<string, string>> {
  return {
    'Content-Security-Policy': createPolicy(policy),
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    // Without these two a host page that is cross-origin isolated shows an empty box.
    'Cross-Origin-Embedder-Policy': 'require-corp',
    'Cross-Origin-Resource-Policy': 'cross-origin',
    // Opened as a page of its own, it has no opener to be scripted by.
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Permissions-Policy':
      'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
    'Origin-Agent-Cluster': '?1',
    'Cache-Control': 'no-cache',
  }
}

function createPolicy({ hosts, calls, images, isSecure }: FramePolicy): string {
  const ancestors = hosts.length === 0 ? "'none'" : hosts.join(' ')
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    ["img-src 'self' data: blob:", ...images].join(' '),
    "font-src 'self'",
    ["connect-src 'self'", ...calls].join(' '),
    'media-src blob:',
    "worker-src 'self'",
    "frame-src 'none'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${ancestors}`,
    "require-trusted-types-for 'script'",
    // For one worker of one address: `widget/markdown/start-highlight-worker.ts`.
    'trusted-types alcove-worker',
    ...(isSecure ? ['upgrade-insecure-requests'] : []),
  ].join('; ')
}
