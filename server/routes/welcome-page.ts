import { DEFAULT_PROJECT } from '../auth/identity.ts'
import { escapeHtml } from './escape-html.ts'

export const WELCOME_HEADERS = {
  'Content-Security-Policy':
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cache-Control': 'no-store',
}

/** For whoever opens the service's address: what this is, and how it gets onto a page. */
export function welcomePage(origin: string): string {
  const snippet = `<script async src="${origin}/alcove.js" data-app="${DEFAULT_PROJECT}"></script>`
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width" />
    <meta name="color-scheme" content="light dark" />
    <title>Alcove</title>
  </head>
  <body>
    <main>
      <h1>Alcove</h1>
      <p>This server is the home of a chat assistant that any website can embed. It is running.</p>
      <p>Put this line into a page, and the page has a chat:</p>
      <pre><code>${escapeHtml(snippet)}</code></pre>
      <p>
        Pages on localhost may embed it. For any other page, add its origin to the setting
        <code>ALCOVE_ALLOWED_ORIGINS</code>.
      </p>
    </main>
  </body>
</html>
`
}
