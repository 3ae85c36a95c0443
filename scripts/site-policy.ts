import { createHash } from 'node:crypto'

/** Placeholder for the service's origin in pages that embed the chat. */
export const SERVICE_PLACE = '{{ALCOVE_ORIGIN}}'

/**
 * The Content-Security-Policy of a page of the site. It allows the site's own files, inline scripts and styles
 * by their hashes, and the service if the page uses it.
 *
 * @param html the page as sent.
 * @param service the service's origin; undefined: the page has no chat.
 */
export function createSitePolicy(html: string, service: string | undefined): string {
  const chat = service === undefined ? [] : [service]
  return [
    "default-src 'none'",
    ["script-src 'self'", ...chat, ...hashesOf(html, SCRIPT)].join(' '),
    ["style-src 'self'", ...hashesOf(html, STYLE)].join(' '),
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    ["frame-src 'self'", ...chat].join(' '),
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
}

/** Adds the policy to a built page, for servers that send no headers. */
export function withPolicyTag(html: string): string {
  const policy = createSitePolicy(html, html.includes(SERVICE_PLACE) ? SERVICE_PLACE : undefined)
  // After the charset, which browsers look for in the first bytes, and before anything that loads.
  const placed = html.replace(
    /<meta charset="?utf-8"?\s*\/?>/i,
    (charset) => `${charset}\n    <meta http-equiv="Content-Security-Policy" content="${policy}">`,
  )
  if (placed === html) throw new Error('A built page has no <meta charset="utf-8"> in its head.')
  return placed
}

const SCRIPT = /<script\b([^>]*)>(.*?)<\/script>/gis
const STYLE = /<style\b([^>]*)>(.*?)<\/style>/gis

function hashesOf(html: string, pattern: RegExp): readonly string[] {
  // Browsers normalise line ends before they hash.
  const texts = [...html.replaceAll('\r\n', '\n').matchAll(pattern)].flatMap(
    ([, attributes = '', text = '']) =>
      /\ssrc\s*=/i.test(attributes) || text === '' ? [] : [text],
  )
  return [...new Set(texts)].map(
    (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  )
}
