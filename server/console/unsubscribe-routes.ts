import { Hono } from 'hono'
import type { AppEnv } from '../routes/app-env.ts'
import { headHtml } from './html.ts'
import { PAGE_HEADERS } from './pages.ts'

const PATH = '/desk/unsubscribe/:token'
const HEADERS = {
  ...PAGE_HEADERS,
  'Content-Security-Policy': "default-src 'none'; form-action 'self'; frame-ancestors 'none'",
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
}

/**
 * The end of mails by their link. Opening it only asks, since programs open links too; mail programs send the
 * form themselves (RFC 8058).
 *
 * @param unsubscribe returns false for an address that this service did not make.
 */
export const createUnsubscribeRoutes = (
  unsubscribe: (token: string) => Promise<boolean>,
): Hono<AppEnv> =>
  new Hono<AppEnv>()
    .get(PATH, (c) => c.html(page(ASK), 200, HEADERS))
    .post(PATH, async (c) =>
      (await unsubscribe(c.req.param('token')))
        ? c.html(page('<p>Done: no further reports are sent to you.</p>'), 200, HEADERS)
        : c.html(page('<p>This address is not valid.</p>'), 404, HEADERS),
    )

const ASK =
  '<form method="post"><p>End the weekly reports of this project to you?</p><p><button>End them</button></p></form>'

const page = (content: string): string => `${headHtml('Weekly reports')}
</head>
<body>
<main>
${content}
</main>
</body>
</html>
`
