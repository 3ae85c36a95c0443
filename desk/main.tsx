// The desk: connects the real parts. Only wiring, since hot reloading this file loses its state.
import { createRoot } from 'react-dom/client'
import '../widget/theme/tokens.css'
import '../widget/theme/base.css'
import '../widget/ui/buttons.css'
import './theme/desk.css'
import { sessionQuery } from './api/queries.ts'
import { createQueryClient } from './api/query-client.ts'
import { App } from './app.tsx'
import { loadLanguage } from './i18n/load-language.ts'
import { createDeskRouter } from './router.tsx'
import { readArrival } from './session/sign-in.ts'
import { followScheme } from './theme/follow-scheme.ts'
import { warmList } from './warm-list.ts'

// First, so that no other code sees the token of a link.
const arrival = readArrival(location, history)
followScheme(window)
const client = createQueryClient()
const router = createDeskRouter()
// The page's file and its list come beside the session.
if (arrival.type === 'plain') {
  void router.load()
  warmList(client, location)
}
const [i18n] = await Promise.all([
  loadLanguage(),
  // A failure is shown by the page, which asks again.
  client.prefetchQuery(sessionQuery),
])
document.documentElement.lang = i18n.locale
document.documentElement.dir = i18n.direction
createRoot(document.getElementById('root')!).render(
  <App i18n={i18n} client={client} router={router} arrival={arrival} />,
)
