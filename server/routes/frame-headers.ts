/** Headers of the frame's document. Asserted byte for byte in tests; each line is there for a threat. */
export function frameHeaders(
  allowedHosts: readonly string[],
  isSecure: boolean,
): Readonly<Record<string, string>> {
  return {
    'Content-Security-Policy': framePolicy(allowedHosts, isSecure),
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

/** An empty list lets nobody in. */
function framePolicy(allowedHosts: readonly string[], isSecure: boolean): string {
  const ancestors = allowedHosts.length === 0 ? "'none'" : allowedHosts.join(' ')
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    'media-src blob:',
    "worker-src 'self'",
    "frame-src 'none'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${ancestors}`,
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
    ...(isSecure ? ['upgrade-insecure-requests'] : []),
  ].join('; ')
}
